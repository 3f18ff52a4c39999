// `npm start` loads this file into the server and the sandbox. If the starting process ends for any reason,
// they stop as on Ctrl-C. Otherwise they would keep their ports and files open without anyone noticing.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
