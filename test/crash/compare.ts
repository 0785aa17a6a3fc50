import type { Journal } from './journal.ts'
import type { Stored } from './stored.ts'

/** The differences between stored data and acknowledged writes; empty if there are none. */
export function compare(journal: Journal, stored: Stored): string[] {
  return [
    ...requestFaults(journal, stored),
    ...trackingFaults(journal, stored),
    ...versionFaults(journal, stored),
    ...labelFaults(journal, stored),
  ]
}

function requestFaults(journal: Journal, stored: Stored): string[] {
  const byId = new Map(stored.requests.map((request) => [request.id, request]))
  const wholeUnits = new Set(
    stored.scores.filter(({ name }) => name === 'logged').map(({ request }) => request),
  )
  return [
    ...journal.logged
      .filter(({ id, marker }) => byId.get(id)?.marker !== marker)
      .map(({ id, marker }) => `lost: request ${id} (${marker})`),
    ...repeated(stored.requests.map(({ marker }) => marker)).map((marker) => `twice: request ${marker}`),
    ...repeated(journal.logged.map(({ id }) => id)).map((id) => `given to two requests: id ${id}`),
    ...unknown(stored.requests, journal.logged, journal).map((marker) => `nobody wrote request ${marker}`),
    ...stored.requests
      .filter(({ id, metadata }) => !metadata.includes('"tracked"') && !wholeUnits.has(id))
      .map(({ marker }) => `incomplete: request ${marker} without the score that was logged with it`),
  ]
}

function trackingFaults(journal: Journal, stored: Stored): string[] {
  const scores = new Map(stored.scores.map(({ request, name, score }) => [`${request} ${name}`, score]))
  const metadata = new Map(stored.requests.map((request) => [request.id, request.metadata]))
  return [
    ...journal.scored
      .filter(({ request, name, score }) => scores.get(`${request} ${name}`) !== score)
      .map(({ request, name }) => `lost: score ${name} of request ${request}`),
    ...journal.annotated
      .filter(({ request, key }) => !metadata.get(request)?.includes(JSON.stringify(key)))
      .map(({ request, key }) => `lost: metadata ${key} of request ${request}`),
  ]
}

function versionFaults(journal: Journal, stored: Stored): string[] {
  const byId = new Map(stored.versions.map((version) => [version.id, version]))
  const numbersOf = (prompt: number) =>
    stored.versions
      .filter((version) => version.prompt === prompt)
      .map(({ number }) => number)
      .sort((a, b) => a - b)
  return [
    ...journal.published
      .filter(({ versionId, version, marker, prompt }) => {
        const storedVersion = byId.get(versionId)
        return (
          storedVersion?.marker !== marker ||
          storedVersion.number !== version ||
          storedVersion.prompt !== prompt
        )
      })
      .map(({ marker }) => `lost: version ${marker}`),
    ...repeated(stored.versions.map(({ marker }) => marker)).map((marker) => `twice: version ${marker}`),
    ...repeated(journal.published.map(({ versionId }) => versionId)).map(
      (id) => `given to two versions: id ${id}`,
    ),
    ...unknown(stored.versions, journal.published, journal).map((marker) => `nobody wrote version ${marker}`),
    ...stored.prompts
      .filter(({ id, latest }) => {
        const numbers = numbersOf(id)
        return numbers.length !== latest || numbers.some((number, index) => number !== index + 1)
      })
      .map(({ id, latest }) => `not dense: template ${id} says ${latest}, has ${numbersOf(id).join(' ')}`),
  ]
}

function labelFaults(journal: Journal, stored: Stored): string[] {
  const versions = new Map(stored.versions.map((version) => [version.id, version]))
  const trails = new Map(journal.labels.map((trail) => [trail.label, trail]))
  return [
    ...stored.labels
      .filter(({ prompt, version }) => versions.get(version)?.prompt !== prompt)
      .map(({ id }) => `dangling: label ${id}`),
    ...[...trails.values()]
      .filter(({ label, acknowledged, doubtful }) => {
        const storedLabel = stored.labels.find(({ id }) => id === label)
        return !storedLabel || ![acknowledged, ...doubtful].includes(storedLabel.version)
      })
      .map(({ label }) => `lost: the last move of label ${label}`),
  ]
}

/** Stored markers of writes that were neither acknowledged nor in doubt. */
function unknown(
  stored: { marker: string }[],
  acknowledged: { marker: string }[],
  journal: Journal,
): string[] {
  const expectedMarkers = new Set([...acknowledged.map(({ marker }) => marker), ...journal.doubtful])
  return stored.map(({ marker }) => marker).filter((marker) => !expectedMarkers.has(marker))
}

function repeated<T>(values: T[]): T[] {
  const seen = new Set<T>()
  return values.filter((value) => seen.size === seen.add(value).size)
}
