/** Kind of an actor: a signed-in person, an API key, or `nobody` for a call without either. */
export const actorKinds = ['person', 'key', 'nobody'] as const

export type ActorKind = (typeof actorKinds)[number]
