'use strict';
// Has a module hand over the value of its last statement, which V8 gives for scripts only. There is no parser here but V8's, so
// the statement is found by asking what parses. Where that is not sure, there is no value: never another meaning of the code.
const vm = require('node:vm');

const MAX_CANDIDATES = 200;
const MAX_SEMICOLONS = 8;
const MAX_PARSED = 32 << 20;
const BLANK = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/;
const NO_EXPRESSION = /^(?:\{|function\b|async\s+function\b|class\b|let\s*\[)/;

function makeParser() {
  let parsed = 0;
  return (text) => {
    parsed += text.length;
    if (parsed > MAX_PARSED) {
      return undefined; // neither yes nor no
    }
    try {
      return new vm.SourceTextModule(text) !== undefined;
    } catch {
      return false;
    }
  };
}

const withoutBlank = (text) => text.slice(BLANK.exec(text)[0].length);

const isExpression = (parses, text) => parses(`(${text}\n)`) === true;

// Nothing but semicolons, blanks and comments.
function isBlank(parses, text) {
  const comments = text.replace(/^[;\s]+/, '');
  return parses(`[${comments}\n]`) === true && parses(`(${comments}\n)`) === false && parses(comments) === true;
}

// Where the expression ends that all of the text is, but for semicolons, blanks and comments; or undefined.
function expressionEnd(parses, text) {
  if (NO_EXPRESSION.test(withoutBlank(text))) {
    return undefined;
  }
  if (isExpression(parses, text)) {
    return text.length;
  }
  let end = text.length;
  for (let i = 0; i < MAX_SEMICOLONS && (end = text.lastIndexOf(';', end - 1)) > 0; i++) {
    if (isExpression(parses, text.slice(0, end)) && isBlank(parses, text.slice(end + 1))) {
      return end;
    }
  }
  return undefined;
}

// Whether what follows this code is a statement of its own: the code is whole and does not end in a comment, and where the text
// begins as an operator could, there is nothing that it could go on with.
function isBoundary(parses, code, next) {
  return parses(code) === true && parses(`${code}@`) === false
    && (!/^[([`+\-/]/.test(next) || (parses(`${code}\n.x`) === false && parses(`${code}\n*0`) === false));
}

// Returns the module's code with its last statement handed to a function of this name, or the code as it is.
function handOver(code, name) {
  const parses = makeParser();
  let start = code.length;
  for (let i = 0; i < MAX_CANDIDATES && start > 0; i++) {
    start = Math.max(code.lastIndexOf('\n', start - 2), code.lastIndexOf(';', start - 2), code.lastIndexOf('}', start - 2)) + 1;
    const rest = code.slice(start);
    const end = expressionEnd(parses, rest);
    if (end !== undefined && isBoundary(parses, code.slice(0, start), withoutBlank(rest))) {
      const changed = `${code.slice(0, start)}${name}(${rest.slice(0, end)}\n)${rest.slice(end)}`;
      return parses(changed) === true ? changed : code;
    }
  }
  return code;
}

module.exports = { handOver };
