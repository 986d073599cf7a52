// A WeakRef keeps its target at least until the job is over that made or read it, which the engine alone does not do.
const EngineWeakRef = WeakRef;
const engineDeref = uncurry(WeakRef.prototype.deref);
const keptTargets = [];

function keepUntilJobEnds(target) {
  push(keptTargets, target);
  return target;
}

function installWeakRef() {
  const KeepingWeakRef = function WeakRef(target) {
    if (new.target === undefined) {
      throw new intrinsics.TypeError("Constructor WeakRef requires 'new'");
    }
    return construct(EngineWeakRef, [keepUntilJobEnds(target)], new.target);
  };
  const { prototype } = EngineWeakRef;
  defineProperty(KeepingWeakRef, 'prototype', { __proto__: null, value: prototype, writable: false });
  define(prototype, 'constructor', KeepingWeakRef);
  define(prototype, 'deref', { deref() { return keepUntilJobEnds(engineDeref(this)); } }.deref);
  define(global, 'WeakRef', KeepingWeakRef);
  intrinsics.WeakRef = KeepingWeakRef;
}
