import { payloadOf, type Store, withoutOriginal } from '../db/index.ts'
import { Pace } from '../pacing/pace.ts'
import {
  type Candidate,
  findMovePosition,
  findPayloads,
  listCandidates,
  type MovePosition,
  pointAtFrame,
  saveMovePosition,
} from './body-queries.ts'
import type { BodyStorage } from './body-storage.ts'
import { type FrameBody, packFrame } from './frame.ts'
import { writeObject } from './write-object.ts'

const maxFrameBodies = 64
/** Packed bytes that are read for one frame; one body may be larger. */
const targetFrameBytes = 512 * 1024
const candidatesPerQuery = 2_000
/** Bytes that the bodies of one object take in the database. */
const targetObjectBytes = 16 * 1024 * 1024
/** A smaller object is written only if its oldest body is older than `maxWaitFactor` times the age for moving. */
const minObjectBytes = 1024 * 1024
const maxWaitFactor = 6

interface PackedFrame {
  readonly bytes: Buffer
  readonly offset: number
  readonly members: readonly {
    readonly request: number
    readonly before: Uint8Array
    readonly after: Uint8Array
  }[]
}

/**
 * Moves the next bodies of a workspace into one object. `moved` is their number; `isDone` means that no more are due.
 */
export async function moveOut(
  store: Store,
  storage: BodyStorage,
  workspace: number,
  now: number,
): Promise<{ moved: number; isDone: boolean }> {
  const cutoff = now - storage.settings.moveAfterMs
  const position = await findMovePosition(store.db, workspace)
  const listed = await listCandidates(store, workspace, position, cutoff, candidatesPerQuery)
  const portion = portionOf(listed)
  const last = portion.at(-1)
  if (!last) return { moved: 0, isDone: true }
  const next: MovePosition = { created_at: last.created_at, request_id: last.id }
  const isDone = portion.length === listed.length && listed.length < candidatesPerQuery
  const bodiesToMove = portion.filter(({ size }) => size !== null)
  if (isDone && !isWorthwhile(bodiesToMove, now, storage.settings.moveAfterMs) && bodiesToMove.length > 0)
    return { moved: 0, isDone }
  const frames = await packFrames(store, workspace, bodiesToMove)
  if (frames.length > 0) await storeFrames(store, storage, workspace, frames, now)
  await store.transact((tx) => saveMovePosition(tx, workspace, next))
  return { moved: frames.reduce((sum, { members }) => sum + members.length, 0), isDone }
}

/** The first candidates, up to the size of an object. */
export function portionOf(listed: readonly Candidate[]): readonly Candidate[] {
  let bytes = 0
  const end = listed.findIndex(({ size }, index) => {
    bytes += size ?? 0
    return bytes > targetObjectBytes && index > 0
  })
  return end < 0 ? listed : listed.slice(0, end)
}

/** Writing an object costs one storage call whatever its size, so a few bytes wait until there are more. */
export function isWorthwhile(bodies: readonly Candidate[], now: number, moveAfterMs: number): boolean {
  const bytes = bodies.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const oldest = bodies[0]?.created_at ?? now
  return bytes >= minObjectBytes || oldest <= now - maxWaitFactor * moveAfterMs
}

async function packFrames(
  store: Store,
  workspace: number,
  bodies: readonly Candidate[],
): Promise<PackedFrame[]> {
  const frames: PackedFrame[] = []
  const pace = new Pace()
  let offset = 0
  for (const ids of idsOfFrames(bodies)) {
    const members = []
    const contents: FrameBody[] = []
    for (const { request_id: request, payload } of await findPayloads(store, workspace, ids)) {
      await pace.pause()
      const { original, document } = payloadOf(payload)
      // The document of a span repeats the body, so moving the body would save little.
      if (document) continue
      const after = store.dialect === 'sqlite' ? withoutOriginal(payload) : new Uint8Array()
      members.push({ request, before: payload, after })
      contents.push({ workspace, request, bytes: original })
    }
    if (contents.length === 0) continue
    const bytes = await packFrame(contents)
    frames.push({ bytes, offset, members })
    offset += bytes.length
  }
  return frames
}

function idsOfFrames(bodies: readonly Candidate[]): number[][] {
  const frames: number[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const { id, size } of bodies) {
    bytes += size ?? 0
    const current = frames.at(-1)
    if (current && current.length < maxFrameBodies && bytes <= targetFrameBytes) current.push(id)
    else {
      frames.push([id])
      bytes = size ?? 0
    }
  }
  return frames
}

/** Writes the object before the pointers; `writeObject` says what an interrupted write leaves. */
async function storeFrames(
  store: Store,
  storage: BodyStorage,
  workspace: number,
  frames: readonly PackedFrame[],
  now: number,
): Promise<void> {
  const bodies = frames.reduce((sum, { members }) => sum + members.length, 0)
  const bytes = Buffer.concat(frames.map((frame) => frame.bytes))
  const object = await writeObject(store, storage, { workspace, bytes, bodies, now })
  for (const {
    members,
    offset,
    bytes: { length },
  } of frames) {
    await store.transact(async (tx) => {
      for (const { request, before, after } of members)
        await pointAtFrame(tx, workspace, request, { before, after, object, offset, length })
    })
    storage.counts.movedOut += members.length
  }
}
