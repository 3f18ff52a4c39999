// `npm start` loads this file into the server. If the starting process ends for any reason, the server
// stops as on Ctrl-C. Otherwise it would keep its ports and its database open without anyone noticing.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
