import { areOfOne, isSameCall, nameOtherAnswers, type PlacedCall } from './same-call.ts'

/** A call of a stored span. */
export interface StoredCall extends PlacedCall {
  readonly requestId: number
  /** Whether the request was made of this span; another span of the same call shares it. */
  readonly isHolder: boolean
}

/** A call of a span that is being stored. */
export interface ArrivedCall extends PlacedCall {
  /** The id of the request prepared for it. */
  readonly newId: number
  /** The request that it held or shared when it was stored before. */
  readonly known: { readonly requestId: number; readonly isHolder: boolean } | null
}

export interface CallPlan {
  readonly requestId: number
  /** What is done with the record of the span: inserted, written over the request, or not used. */
  readonly write: 'insert' | 'replace' | null
  readonly isHolder: boolean
  /** Arrived calls whose context the record takes over. */
  readonly sharers: readonly ArrivedCall[]
}

export interface RequestPlan {
  /** In the order of the arrived calls. */
  readonly calls: readonly CallPlan[]
  /** Stored spans that held a request and share one from now on. */
  readonly displaced: readonly { readonly call: StoredCall; readonly requestId: number }[]
  /** Requests of calls that turned out to be reported twice, with the request that stays. */
  readonly forgotten: ReadonlyMap<number, number>
}

interface Group {
  requestId: number
  readonly isStored: boolean
  holder: StoredCall | ArrivedCall | null
  readonly members: (StoredCall | ArrivedCall)[]
}

/**
 * One request for each call of a model, however many spans report it, in whichever order they arrive. The span with
 * the most detail is the request; a request that is there already keeps its id.
 */
export function planRequests(arrived: readonly ArrivedCall[], stored: readonly StoredCall[]): RequestPlan {
  const groups = new Set<Group>()
  const displaced = new Map<StoredCall, Group>()
  const forgotten = new Map<number, Group>()
  const byRequest = new Map<number, Group>()
  const storedGroup = (requestId: number): Group => {
    const group = byRequest.get(requestId) ?? { requestId, isStored: true, holder: null, members: [] }
    byRequest.set(requestId, group)
    groups.add(group)
    return group
  }
  for (const call of stored) {
    const group = storedGroup(call.requestId)
    group.members.push(call)
    if (call.isHolder) group.holder = call
  }
  for (const call of [...arrived].sort((a, b) => a.startedAt - b.startedAt)) {
    const own = call.known && storedGroup(call.known.requestId)
    const matched = [...groups].filter(
      (group) =>
        group !== own &&
        group.members.some((member) => isSameCall(call, member)) &&
        canJoin({ members: [call] }, group),
    )
    const [first, ...others] = [...(own ? [own] : []), ...matched].sort(bySurvival)
    const group = first ?? { requestId: call.newId, isStored: false, holder: null, members: [] }
    groups.add(group)
    for (const other of others) if (canJoin(group, other)) join(group, other)
    group.members.push(call)
    const isVacant = group.holder === null && (!group.isStored || call.known?.isHolder === true)
    if (isVacant || (group.holder !== null && call.detail > group.holder.detail)) displace(group, call)
  }

  function join(group: Group, other: Group) {
    groups.delete(other)
    group.members.push(...other.members)
    if (other.isStored) forgotten.set(other.requestId, group)
    if (other.holder && 'isHolder' in other.holder) displaced.set(other.holder, group)
    else if (other.holder && other.holder.detail > (group.holder?.detail ?? -1)) displace(group, other.holder)
  }

  function displace(group: Group, holder: ArrivedCall) {
    if (group.holder && 'isHolder' in group.holder) displaced.set(group.holder, group)
    group.holder = holder
    if (!group.isStored) group.requestId = holder.newId
  }

  const groupOf = new Map(
    [...groups].flatMap((group) => group.members.map((member) => [member, group] as const)),
  )
  return {
    calls: arrived.map((call) => {
      const group = groupOf.get(call)!
      const isHolder = group.holder === call
      return {
        requestId: group.requestId,
        isHolder,
        write: isHolder ? (group.isStored ? 'replace' : 'insert') : null,
        sharers: isHolder
          ? group.members.filter(
              (member): member is ArrivedCall => !('isHolder' in member) && member !== call,
            )
          : [],
      }
    }),
    displaced: Array.from(displaced, ([call, group]) => ({ call, requestId: group.requestId })),
    forgotten: new Map(Array.from(forgotten, ([id, group]) => [id, group.requestId])),
  }
}

/** Requests that are there first, then the one that says most, then the oldest. */
const bySurvival = (a: Group, b: Group): number =>
  Number(b.isStored) - Number(a.isStored) ||
  (b.holder?.detail ?? -1) - (a.holder?.detail ?? -1) ||
  a.requestId - b.requestId

/** A span without an id may be around several calls: they stay apart. */
const canJoin = ({ members: some }: Pick<Group, 'members'>, { members: others }: Group): boolean =>
  some.every((one) => others.every((other) => !areOfOne(one, other) && !nameOtherAnswers(one, other)))
