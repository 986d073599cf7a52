package dev.plimsoll;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTests {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.plimsoll");

    @Test
    void looksAtTheWholeModule() {
        assertThat(CLASSES.size()).isGreaterThan(100);
    }

    @Test
    void hasNoCyclesBetweenItsLayers() {
        // the facade and the inside stand above the values and the interface
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackages("dev.plimsoll", "..internal..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.plimsoll", "..internal..")
                .check(CLASSES);
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("..internal..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.plimsoll")
                .check(CLASSES);
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAnyPackage("..isolation..", "..secret..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..run..", "..error..", "..grant..", "..spi..", "..receipt..", "..observe..")
                .check(CLASSES);
        slices().matching("dev.plimsoll.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void keepsTheInsideOutOfPublicSignatures() {
        methods()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackage("..internal..")
                .should(new ArchCondition<>("mention nothing of the inside") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        boolean leaks = method.getAllInvolvedRawTypes().stream()
                                .map(JavaClass::getPackageName)
                                .anyMatch(name -> name.contains("internal"));
                        events.add(new SimpleConditionEvent(method, !leaks, method.getFullName()));
                    }
                })
                .check(CLASSES);
    }

    @Test
    void writesToNoStandardStream() {
        ArchRuleDefinition.noClasses().should(ACCESS_STANDARD_STREAMS).check(CLASSES);
    }

    @Test
    void marksEachPackageForNulls() {
        for (JavaPackage p : CLASSES.getPackage("dev.plimsoll").getSubpackagesInTree()) {
            assertThat(p.isAnnotatedWith(NullMarked.class)).as(p.getName()).isTrue();
        }
        assertThat(CLASSES.getPackage("dev.plimsoll").isAnnotatedWith(NullMarked.class))
                .isTrue();
    }

    @Test
    void letsNobodyExtendWhatIsNotMeantForIt() {
        ArchRuleDefinition.classes()
                .that()
                .arePublic()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .should(new ArchCondition<>("be final or sealed") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        boolean closed = type.getModifiers().contains(JavaModifier.FINAL)
                                || type.reflect().isSealed();
                        events.add(new SimpleConditionEvent(type, closed, type.getName()));
                    }
                })
                .check(CLASSES);
    }
}
