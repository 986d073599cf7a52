// The web interfaces as globals.
function installWebGlobals() {
  const values = {
    __proto__: null,
    DOMException, TextEncoder, TextDecoder, Event, CustomEvent, EventTarget, AbortController, AbortSignal,
    Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, performance: performanceObject,
    URL, URLSearchParams, structuredClone,
    Crypto, crypto: cryptoObject, atob: base64Functions.atob, btoa: base64Functions.btoa,
  };
  const names = enumerableKeys(values);
  for (let i = 0; i < names.length; i++) {
    define(global, names[i], values[names[i]]);
  }
}
