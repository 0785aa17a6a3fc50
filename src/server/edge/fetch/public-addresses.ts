import { BlockList, isIP } from 'node:net'

/** IPv4 ranges reserved by the IANA special-purpose registry or used by clouds. */
const notPublic4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; 100.100.100.200 is a metadata server
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's own services, metadata among them
  '169.254.0.0/16', // link-local; 169.254.169.254 is a metadata server
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; 192.0.0.192 is a metadata server
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

/** Reserved ranges inside 2000::/3, the only public part of IPv6. */
const notPublic6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which contains an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

export function addSubnet(list: BlockList, cidr: string): void {
  const [address = '', prefix] = cidr.split('/')
  list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Two lists, because a BlockList matches `::ffff:0:0/96` against its IPv4 rules. */
const special4 = new BlockList()
const special6 = new BlockList()
const global6 = new BlockList()
for (const cidr of notPublic4) addSubnet(special4, cidr)
for (const cidr of notPublic6) addSubnet(special6, cidr)
addSubnet(global6, '2000::/3')

/** True if a canonical IP address is public. Addresses of unknown ranges are not public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special4.check(address, 'ipv4')
  if (family === 6) return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
  return false
}
