import { Writable } from 'node:stream';

interface Streams {
  stdout: Writable;
  stderr: Writable;
}

/** Runs a command in this process. Returns the exit code and the output of the command. */
export async function captureOutput(run: (streams: Streams) => Promise<number>) {
  const [out, err] = [sink(), sink()];
  const code = await run({ stdout: out.stream, stderr: err.stream });
  return { code, out: out.text(), err: err.text() };
}

function sink() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
