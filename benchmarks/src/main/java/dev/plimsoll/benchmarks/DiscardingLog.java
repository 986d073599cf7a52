package dev.plimsoll.benchmarks;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The logger of the benchmarks: off, as it is for the peers, or at INFO and nothing is written. */
public final class DiscardingLog implements SLF4JServiceProvider {
    private static volatile boolean enabled;

    /** Kept, so that making the line is not optimised away. */
    private static volatile String lastLine = "";

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private final ILoggerFactory loggers = name -> new DiscardingLogger();

    /** Turns all loggers on or off. */
    static void enable(boolean on) {
        enabled = on;
    }

    static String lastLine() {
        return lastLine;
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // nothing to prepare
    }

    private static final class DiscardingLogger extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return enabled;
        }

        @Override
        public boolean isWarnEnabled() {
            return enabled;
        }

        @Override
        public boolean isErrorEnabled() {
            return enabled;
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable failure) {
            lastLine = MessageFormatter.basicArrayFormat(message, arguments);
        }
    }
}
