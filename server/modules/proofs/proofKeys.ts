import { createHash, generateKeyPairSync } from 'node:crypto';
import type { ProofKeys } from '../../../contract/proofs.ts';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

export interface SigningKey {
  readonly id: string;
  readonly privateKey: string;
}

/** The key that signs proofs now. The first call creates it. */
export async function signingKey(work: UnitOfWork): Promise<SigningKey> {
  const current = () =>
    work.trx
      .selectFrom('proof_keys')
      .select(['id', 'private_key'])
      .where('retired_at', 'is', null)
      .executeTakeFirst();
  let found = await current();
  if (!found) {
    await insertKey(work);
    found = await current();
  }
  if (!found?.private_key) throw new Error('there is no key for proofs');
  return { id: found.id, privateKey: found.private_key };
}

/** Replaces the key. Proofs that the former key signed stay valid. @returns the id of the new key. */
export async function rotateProofKey(work: UnitOfWork): Promise<string> {
  await work.trx
    .updateTable('proof_keys')
    .set({ retired_at: work.now, private_key: null })
    .where('retired_at', 'is', null)
    .execute();
  await insertKey(work);
  return (await signingKey(work)).id;
}

/** If another process inserts a key first, that key stays and the new key is dropped. */
async function insertKey(work: UnitOfWork): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await work.trx
    .insertInto('proof_keys')
    .values({
      id: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
      public_key: publicKey,
      private_key: privateKey,
      created_at: work.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listProofKeys(db: Db): Promise<ProofKeys> {
  const rows = await db
    .selectFrom('proof_keys')
    .select(['id', 'public_key', 'created_at', 'retired_at'])
    .orderBy('created_at', 'desc')
    .execute();
  return {
    keys: rows.map((row) => ({
      id: row.id,
      publicKey: row.public_key,
      createdAt: row.created_at.toISOString(),
      retiredAt: row.retired_at?.toISOString() ?? null,
    })),
  };
}
