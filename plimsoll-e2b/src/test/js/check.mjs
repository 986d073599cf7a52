// Drives E2B's official JavaScript SDK against the stand-in, so that the stand-in is checked by something that this
// project did not write. Takes its addresses from the environment; prints one line a check and stops at the first failure.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

// The SDK stands where .ci/sdk-up has put it, not beside this file.
const { Sandbox } = createRequire(`${process.env.PLIMSOLL_E2B_SDK}/`)('e2b');

// With the first of them alone, the SDK would send all the rest to the real service.
for (const name of ['E2B_API_URL', 'E2B_SANDBOX_URL']) {
  assert.match(process.env[name] ?? '', /^http:\/\/127\.0\.0\.1:\d+$/, `${name} must be an address of this machine`);
}

let passed = 0;
async function check(what, body) {
  await body();
  console.log(`ok ${++passed} ${what}`);
}

let sandbox;
const run = (command, options) => sandbox.commands.run(command, options);

await check('creates a sandbox', async () => {
  const options = { timeoutMs: 60_000, metadata: { owner: 'plimsoll' }, envs: { FOO: 'bar' }, allowInternetAccess: false };
  sandbox = await Sandbox.create('base', options);
});
await check('finds it healthy', async () => assert.equal(await sandbox.isRunning(), true));
await check('writes a text and reads it back', async () => {
  await sandbox.files.write('dir/a.txt', 'hëllo');
  assert.equal(await sandbox.files.read('dir/a.txt'), 'hëllo');
});
await check('writes 3 MB of bytes and reads them back', async () => {
  const bytes = new Uint8Array(3_000_000).map((_, i) => i % 251);
  await sandbox.files.write('big.bin', new Blob([bytes]));
  assert.deepEqual(Buffer.from(await sandbox.files.read('big.bin', { format: 'bytes' })), Buffer.from(bytes));
});
await check('reads no file that is not there', async () => {
  await assert.rejects(sandbox.files.read('nope'), { name: 'FileNotFoundError' });
});
await check('runs a program and hears both streams', async () => {
  const code = 'console.log("out", process.env.FOO, require("fs").readFileSync("dir/a.txt", "utf8")); console.error("err")';
  const { exitCode, stdout, stderr } = await run(`node -e '${code}'`);
  assert.deepEqual({ exitCode, stdout, stderr }, { exitCode: 0, stdout: 'out bar hëllo\n', stderr: 'err\n' });
});
await check('tells an exit code and what came before', async () => {
  await assert.rejects(run(`node -e 'process.stdout.write("x"); process.exit(7)'`), { exitCode: 7, stdout: 'x' });
});
await check('hears 5 MB of output', async () => {
  const { stdout } = await run(`node -e 'process.stdout.write("a".repeat(5_000_000))'`);
  assert.equal(stdout.length, 5_000_000);
});
await check('ends a command at its deadline', async () => {
  await assert.rejects(run('sleep 300', { timeoutMs: 700 }), { name: 'TimeoutError' });
});
await check('feeds standard input and ends it', async () => {
  const cat = await run('cat', { background: true, stdin: true });
  await cat.sendStdin('ping\n');
  await cat.closeStdin();
  assert.equal((await cat.wait()).stdout, 'ping\n');
});
await check('moves its end and reads it back', async () => {
  const before = (await sandbox.getInfo()).endAt;
  await sandbox.setTimeout(120_000);
  const { metadata, endAt } = await sandbox.getInfo();
  assert.equal(metadata.owner, 'plimsoll');
  assert.ok(endAt > before);
});
await check('is listed by its metadata, and by no other', async () => {
  const list = (owner) => Sandbox.list({ query: { metadata: { owner } }, limit: 1 }).nextItems();
  assert.equal((await list('plimsoll'))[0].sandboxId, sandbox.sandboxId);
  assert.deepEqual(await list('somebody else'), []);
});
await check('is killed while a command runs, which ends in an error', async () => {
  const command = await run('echo up; exec sleep 300', { background: true });
  const ended = command.wait().then(() => 'well', () => 'in an error');
  assert.equal(await sandbox.kill(), true);
  assert.equal(await ended, 'in an error');
});
await check('is gone after that', async () => {
  assert.equal(await sandbox.isRunning(), false);
  assert.equal(await sandbox.kill(), false);
});
await check('runs nothing any more', async () => {
  await assert.rejects(run('true'));
});
await check('is not created with a key that is no good', async () => {
  await assert.rejects(Sandbox.create('base', { apiKey: 'e2b_bad' }), { name: 'AuthenticationError' });
});
console.log(`${passed} passed`);
process.exit(0); // the SDK keeps its connections open
