import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { closeStreamsOf } from '../../http/requests/requestState.ts';

/** From now on, if this or another process ends a session, closes the event streams of the session in this process. */
export function endStreamsWithSessions(
  app: FastifyInstance,
  { db, changes, log }: Pick<Dependencies, 'db' | 'changes' | 'log'>,
): void {
  const onSession = (idHash: string) => closeStreamsOf(app, idHash);

  const check = async () => {
    const open = new Set([...app.eventStreams].flatMap(({ sessionHash }) => sessionHash ?? []));
    if (open.size === 0) return;
    const alive = await db
      .selectFrom('sessions')
      .select('id_hash')
      .where('id_hash', 'in', [...open])
      .where('state', '=', 'active')
      .execute();
    for (const { id_hash: idHash } of alive) open.delete(idHash);
    for (const idHash of open) closeStreamsOf(app, idHash);
  };
  const onMissed = () => {
    check().catch((error: unknown) =>
      log.error({ err: error }, 'the sessions of open streams were not checked'),
    );
  };

  changes.on('session', onSession);
  changes.on('missed', onMissed);
  app.addHook('onClose', async () => {
    changes.off('session', onSession);
    changes.off('missed', onMissed);
  });
}
