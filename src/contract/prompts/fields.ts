import { z } from 'zod'
import { cleanText } from '../kit/index.ts'

/** A template's name or its numeric id. Digits are an id if the workspace has an entity with this id, else a name. */
export const TemplateIdentifier = z.object({
  identifier: cleanText.min(1).max(512).meta({ entity: 'prompt' }),
})

export const VersionNumber = z.int().positive()
