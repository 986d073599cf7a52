// The state of one inspection, and the options a caller may give.
const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

const defaultInspectOptions = {
  __proto__: null,
  showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100,
  maxStringLength: 10000, breakLength: 80, compact: 3, sorted: false, getters: false, numericSeparator: false,
};
const optionNames = enumerableKeys(defaultInspectOptions);

// A single inspection stops descending once it has made this much text on one level.
const MAX_LEVEL_LENGTH = 2 ** 27;

const colorCodes = {
  __proto__: null,
  bold: [1, 22], italic: [3, 23], underline: [4, 24], inverse: [7, 27], white: [37, 39], grey: [90, 39], black: [30, 39],
  blue: [34, 39], cyan: [36, 39], green: [32, 39], magenta: [35, 39], red: [31, 39], yellow: [33, 39],
};
const styleColors = {
  __proto__: null,
  special: 'cyan', number: 'yellow', bigint: 'yellow', boolean: 'yellow', undefined: 'grey', null: 'bold', string: 'green',
  symbol: 'green', date: 'magenta', regexp: 'red', module: 'underline',
};

const stylizeNothing = (text) => text;

function stylizeWithColor(text, style) {
  const code = colorCodes[styleColors[style]];
  return code === undefined ? text : `\u001b[${code[0]}m${text}\u001b[${code[1]}m`;
}

function newInspection(options) {
  const context = {
    __proto__: null,
    budget: { __proto__: null }, indentation: 0, seen: [], currentDepth: 0, circular: undefined,
    stylize: stylizeNothing, userOptions: undefined,
  };
  for (let i = 0; i < optionNames.length; i++) {
    context[optionNames[i]] = defaultInspectOptions[optionNames[i]];
  }
  if (options !== undefined && options !== null) {
    applyOptions(context, options);
  }
  if (context.colors) {
    context.stylize = stylizeWithColor;
  }
  if (context.maxArrayLength === null) {
    context.maxArrayLength = Infinity;
  }
  if (context.maxStringLength === null) {
    context.maxStringLength = Infinity;
  }
  return context;
}

// Keys that are no options are kept for the guest's own inspectors.
function applyOptions(context, options) {
  const keys = enumerableKeys(options);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key in defaultInspectOptions || key === 'stylize') {
      context[key] = options[key];
    } else if (context.userOptions === undefined) {
      context.userOptions = options;
    }
  }
}

// The options given to a guest's own inspector: what it needs to inspect its parts in the same way.
function optionsForGuest(context) {
  const options = { stylize: context.stylize };
  for (let i = 0; i < optionNames.length; i++) {
    options[optionNames[i]] = context[optionNames[i]];
  }
  if (context.userOptions !== undefined) {
    const keys = enumerableKeys(context.userOptions);
    for (let i = 0; i < keys.length; i++) {
      options[keys[i]] = context.userOptions[keys[i]];
    }
  }
  return options;
}

const indent = (context) => repeatText(' ', context.indentation);
const isTooDeep = (context, depth) => context.depth !== null && depth > context.depth;
