/** Who did something: a person who signed in, an API key, or `nobody` for a call without either. */
export const actorKinds = ['person', 'key', 'nobody'] as const

export type ActorKind = (typeof actorKinds)[number]
