import type { Language } from '../../../contract/config.ts';
import type { IpLocation } from '../../../contract/geo.ts';
import type { Dependencies } from '../../dependencies.ts';

/** Where an address is said to be; `Not found` also where the database cannot be read. */
export async function locateCaller(
  { ipLocator, log }: Pick<Dependencies, 'ipLocator' | 'log'>,
  address: string,
  language: Language,
): Promise<IpLocation> {
  try {
    return await ipLocator.locate(address, language);
  } catch (error) {
    // The client has another way, and the operator a file to mend.
    log.error({ err: error }, 'the database of network addresses cannot be read');
    return { status: 'Not found' };
  }
}
