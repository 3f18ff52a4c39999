import { BlockList, isIP } from 'node:net';

/** Special IPv4 addresses (iana.org/assignments/iana-ipv4-special-registry), and multicast. */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The link-local addresses include the metadata services of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** The parts of 2000::/3 that are special, or that contain an IPv4 address. */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const refused4 = new BlockList();
for (const [net, prefix] of special4) refused4.addSubnet(net, prefix, 'ipv4');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const refused6 = new BlockList();
for (const [net, prefix] of special6) refused6.addSubnet(net, prefix, 'ipv6');

/** Whether an address is public. An address that is not public may lead into the server's own network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused4.check(address, 'ipv4');
  // Mapped, translated and local addresses are refused, because they are outside 2000::/3.
  return (
    version === 6 &&
    !address.includes('%') &&
    global6.check(address, 'ipv6') &&
    !refused6.check(address, 'ipv6')
  );
}
