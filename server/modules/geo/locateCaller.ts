import type { Language } from '../../../contract/config.ts';
import type { IpLocation } from '../../../contract/geo.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * The position of an IP address. The result is `Not found` if the address has no position, or if the database is
 * unreadable.
 */
export async function locateCaller(
  { ipLocator, log }: Pick<Dependencies, 'ipLocator' | 'log'>,
  address: string,
  language: Language,
): Promise<IpLocation> {
  try {
    return await ipLocator.locate(address, language);
  } catch (error) {
    // The error is only logged, because the client also works without a position. The operator must replace the file.
    log.error({ err: error }, 'the database of network addresses cannot be read');
    return { status: 'Not found' };
  }
}
