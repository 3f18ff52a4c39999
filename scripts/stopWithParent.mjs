// `npm start` loads this file into the server and the sandbox. If the process of `npm start` ends for any reason, the
// server and the sandbox stop as after Ctrl-C. Without this file, both would continue unnoticed and keep their ports
// and files open.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
