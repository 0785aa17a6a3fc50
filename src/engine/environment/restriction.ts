import { mayDo, type Role } from '../roles.ts'

/** One target that may get a variable, by its id on the wire. */
export interface Use {
  readonly kind: 'tool' | 'column' | 'mcp_server'
  readonly id: string
}

/** Null in a field: no restriction of that kind. */
export interface Restriction {
  /** The least role of the caller who started the run. */
  readonly role: Role | null
  /** Only these targets get the variable; workflow nodes and legacy evaluations cannot be among them. */
  readonly uses: readonly Use[] | null
  /** Host names or addresses, with a port to allow only that port. */
  readonly hosts: readonly string[] | null
}

/** The request for a variable; `use` is null for a target without an id. */
export interface VariableRequest {
  readonly role: Role
  readonly use: Use | null
}

/** Why the variable is withheld, as the end of a sentence; null if the request gets it. */
export function reasonWithheld(
  restriction: Restriction | null,
  { role, use }: VariableRequest,
): string | null {
  if (restriction === null) return null
  if (restriction.role !== null && !mayDo(role, restriction.role))
    return `it requires the role ${restriction.role}, and the starter of the run has the role ${role}`
  if (restriction.uses === null) return null
  const isNamed = restriction.uses.some(({ kind, id }) => kind === use?.kind && id === use.id)
  return isNamed ? null : 'it is restricted to other tools, columns or MCP servers'
}

/** Hosts that may get all of the variables together; null if none is restricted to hosts. */
export function commonHosts(restrictions: readonly (Restriction | null)[]): readonly string[] | null {
  const lists = restrictions.flatMap((restriction) => (restriction?.hosts ? [restriction.hosts] : []))
  const [first, ...others] = lists
  if (!first) return null
  return first.filter((host) => others.every((list) => list.includes(host)))
}

/** The parts of a `URL`. */
interface Address {
  readonly hostname: string
  readonly host: string
  readonly port: string
  readonly protocol: string
}

/** Whether an address matches one of the hosts of a `Restriction`. */
export function isAllowedHost(
  hosts: readonly string[],
  { hostname, host, port, protocol }: Address,
): boolean {
  const usualPort = protocol === 'https:' ? '443' : '80'
  const withPort = port === '' ? `${host}:${usualPort}` : host
  return hosts.includes(hostname) || hosts.includes(withPort)
}
