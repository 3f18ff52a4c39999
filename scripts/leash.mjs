// Loaded into the server by `npm start`: whoever started it being gone, however that happened, it
// stops as on Ctrl-C. Otherwise it would hold its ports and its database, seen by nobody.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
