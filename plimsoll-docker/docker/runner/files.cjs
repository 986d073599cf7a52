'use strict';
// A project's files on their way in, and its artifacts on their way out. When artifacts are collected nothing of the guest
// runs any more, so what a path leads to cannot change between two looks at it.
const fs = require('node:fs');
const path = require('node:path');
const { MAX_CHUNK } = require('./frames.cjs');

function layOut(folder, files) {
  for (const file of files) {
    const target = path.join(folder, file.path);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, file.content, { flag: 'wx', mode: 0o644 });
  }
}

// Opens a regular file that is reached through no symbolic link, or returns undefined.
function openRegular(folder, relative) {
  let current = folder;
  const parts = relative.split('/');
  const last = parts.pop();
  for (const part of parts) {
    current = path.join(current, part);
    if (!fs.lstatSync(current).isDirectory()) {
      return undefined;
    }
  }
  const target = path.join(current, last);
  if (!fs.lstatSync(target).isFile()) {
    return undefined;
  }
  return fs.openSync(target, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
}

// Sends the content if it fits; returns its size, or undefined if it does not.
function send(descriptor, room, write) {
  const size = fs.fstatSync(descriptor).size;
  if (size > room) {
    return undefined;
  }
  for (let position = 0; position < size;) {
    const chunk = Buffer.allocUnsafe(Math.min(MAX_CHUNK, size - position));
    const count = fs.readSync(descriptor, chunk, 0, chunk.length, position);
    if (count === 0) {
      throw new Error('a file became shorter while nothing ran');
    }
    write(chunk.subarray(0, count));
    position += count;
  }
  return size;
}

// Returns what was sent, [index, size] each, and whether one did not fit.
function collect(folder, artifacts, budget, write) {
  const sent = [];
  let room = budget;
  let truncated = false;
  artifacts.forEach((artifact, index) => {
    let descriptor;
    try {
      descriptor = openRegular(folder, artifact);
    } catch {
      return; // missing, or the guest made it unreadable: left out either way
    }
    if (descriptor === undefined) {
      return;
    }
    try {
      const size = send(descriptor, room, (chunk) => write(index, chunk));
      if (size === undefined) {
        truncated = true;
      } else {
        room -= size;
        sent.push([index, size]);
      }
    } finally {
      fs.closeSync(descriptor);
    }
  });
  return { sent, truncated };
}

module.exports = { collect, layOut };
