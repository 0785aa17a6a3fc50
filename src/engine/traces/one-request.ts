import { haveOtherResponseIds, haveSameInstrumentation, isSameCall, type PlacedCall } from './same-call.ts'

/** A call of a stored span. */
export interface StoredCall extends PlacedCall {
  readonly requestId: number
  /** Whether the request was made from this span; other spans of the same call share it. */
  readonly isHolder: boolean
}

/** A call of a span that is being stored. */
export interface ArrivedCall extends PlacedCall {
  /** The id prepared for its request. */
  readonly newId: number
  /** The request that an earlier version of the span held or shared. */
  readonly earlier: { readonly requestId: number; readonly isHolder: boolean } | null
}

export interface CallPlan {
  readonly requestId: number
  readonly isHolder: boolean
  /** How the span's record is written; null: only its context is added to the request. */
  readonly write: 'insert' | 'replace' | null
  /** Whether the replaced request keeps context that other spans added. */
  readonly keepsContext: boolean
}

export interface RequestPlan {
  /** In the order of the arrived calls. */
  readonly calls: readonly CallPlan[]
  /** Stored spans that held a request and now share another one. */
  readonly displaced: readonly { readonly call: StoredCall; readonly requestId: number }[]
  /** Maps each request that is a second report of a call to the request that remains. */
  readonly merged: ReadonlyMap<number, number>
}

type Call = StoredCall | ArrivedCall

/** The spans that report one call, and its request. */
interface Group {
  requestId: number
  readonly isStored: boolean
  holder: Call | null
  readonly members: Call[]
}

/** Limit of spans that report one call, and of candidates compared with a span; bounds the work for hostile exports. */
const maxReports = 16

/**
 * Plans one request for each model call, however many spans report it and in whichever order they arrive. The span with
 * the most detail holds the request; a stored request keeps its id.
 */
export function planRequests(arrived: readonly ArrivedCall[], stored: readonly StoredCall[]): RequestPlan {
  const groups = new CallGroups()
  for (const call of stored) groups.addStored(call)
  for (const call of arrived.toSorted((a, b) => a.startedAt - b.startedAt)) groups.addArrived(call)
  return groups.planFor(arrived)
}

/** All calls of a plan, grouped by their request. */
class CallGroups {
  readonly #groupOf = new Map<Call, Group>()
  readonly #storedGroups = new Map<number, Group>()
  readonly #related = new RelatedCalls()
  /** Stored spans that no longer hold their request. */
  readonly #displaced = new Set<StoredCall>()
  /** Request ids that were merged, with a call of the group that replaced each. */
  readonly #merged = new Map<number, Call>()

  addStored(call: StoredCall): void {
    const group = this.#storedGroup(call.requestId)
    this.#add(group, call)
    if (call.isHolder) group.holder = call
  }

  addArrived(call: ArrivedCall): void {
    const storedRequest = call.earlier && this.#storedGroup(call.earlier.requestId)
    const matching = new Set(
      this.#related
        .to(call)
        .filter((other) => isSameCall(call, other))
        .map((other) => this.#groupOf.get(other)!)
        .filter((group) => group !== storedRequest && canJoin({ members: [call] }, group)),
    )
    const [first, ...others] = [...(storedRequest ? [storedRequest] : []), ...matching].sort(byPrecedence)
    const group = first ?? { requestId: call.newId, isStored: false, holder: null, members: [] }
    for (const other of others) if (canJoin(group, other)) this.#join(group, other, call)
    this.#add(group, call)
    const isVacant = group.holder === null && (!group.isStored || call.earlier?.isHolder === true)
    if (isVacant || (group.holder !== null && takesPrecedence(call, group.holder)))
      this.#setHolder(group, call)
  }

  planFor(arrived: readonly ArrivedCall[]): RequestPlan {
    const requestOf = (call: Call) => this.#groupOf.get(call)!.requestId
    return {
      calls: arrived.map((call): CallPlan => {
        const group = this.#groupOf.get(call)!
        const isHolder = group.holder === call
        return {
          requestId: group.requestId,
          isHolder,
          write: isHolder ? (group.isStored ? 'replace' : 'insert') : null,
          keepsContext: group.members.length > 1 || call.earlier?.isHolder !== true,
        }
      }),
      displaced: Array.from(this.#displaced, (call) => ({ call, requestId: requestOf(call) })),
      merged: new Map(Array.from(this.#merged, ([id, member]) => [id, requestOf(member)])),
    }
  }

  #storedGroup(requestId: number): Group {
    const group = this.#storedGroups.get(requestId) ?? {
      requestId,
      isStored: true,
      holder: null,
      members: [],
    }
    this.#storedGroups.set(requestId, group)
    return group
  }

  #add(group: Group, call: Call): void {
    group.members.push(call)
    this.#groupOf.set(call, group)
    this.#related.add(call)
  }

  /** Moves the members of another group into a group. The arrived call is the reason. */
  #join(group: Group, other: Group, call: ArrivedCall): void {
    group.members.push(...other.members)
    for (const member of other.members) this.#groupOf.set(member, group)
    if (other.isStored) this.#merged.set(other.requestId, call)
    if (!other.holder) return
    if (isStoredCall(other.holder)) this.#displaced.add(other.holder)
    else if (group.holder === null || takesPrecedence(other.holder, group.holder))
      this.#setHolder(group, other.holder)
  }

  #setHolder(group: Group, holder: ArrivedCall): void {
    if (group.holder && isStoredCall(group.holder)) this.#displaced.add(group.holder)
    group.holder = holder
    if (!group.isStored) group.requestId = holder.newId
  }
}

const isStoredCall = (call: Call): call is StoredCall => 'isHolder' in call

/** The most detailed call holds the request; of equal ones the first, so that the order of arrival does not decide. */
const takesPrecedence = (a: Call, b: Call): boolean =>
  a.detail > b.detail || (a.detail === b.detail && a.startedAt < b.startedAt)

/** Stored requests first, then the most detailed, then the oldest. */
const byPrecedence = (a: Group, b: Group): number =>
  Number(b.isStored) - Number(a.isStored) ||
  (b.holder?.detail ?? -1) - (a.holder?.detail ?? -1) ||
  a.requestId - b.requestId

/** Calls inside one span without a response id stay separate. */
const canJoin = (
  { members: leftMembers }: Pick<Group, 'members'>,
  { members: rightMembers }: Group,
): boolean =>
  leftMembers.length + rightMembers.length <= maxReports &&
  leftMembers.every((id) =>
    rightMembers.every((other) => !haveSameInstrumentation(id, other) && !haveOtherResponseIds(id, other)),
  )

/** Finds spans that may report the same call: the parent, the children, and spans with the same response id. */
class RelatedCalls {
  readonly #bySpan = new Map<string, Call>()
  readonly #byParent = new Map<string, Call[]>()
  readonly #byResponse = new Map<string, Call[]>()

  add(call: Call): void {
    this.#bySpan.set(spanKey(call.traceId, call.spanId), call)
    if (call.parentSpanId !== null) append(this.#byParent, spanKey(call.traceId, call.parentSpanId), call)
    if (call.responseId !== null) append(this.#byResponse, call.responseId, call)
  }

  to({ traceId, spanId, parentSpanId, responseId }: Call): readonly Call[] {
    const parent = parentSpanId === null ? undefined : this.#bySpan.get(spanKey(traceId, parentSpanId))
    const children = this.#byParent.get(spanKey(traceId, spanId)) ?? []
    const answered = responseId === null ? [] : (this.#byResponse.get(responseId) ?? [])
    return [...(parent ? [parent] : []), ...children.slice(0, maxReports), ...answered.slice(-maxReports)]
  }
}

/** Ids cannot contain NUL. */
const spanKey = (traceId: string, spanId: string): string => `${traceId}\u0000${spanId}`

function append(lists: Map<string, Call[]>, key: string, call: Call): void {
  const list = lists.get(key)
  if (list) list.push(call)
  else lists.set(key, [call])
}
