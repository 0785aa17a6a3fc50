import type { Model, PromptTemplate } from '../../blueprint/index.ts'
import { type Kwargs, mergeKwargs } from './kwargs.ts'

/** Builds the arguments of one provider's SDK method from a rendered template. */
export interface WireForm {
  /** The messages and the system prompt only. */
  messages(template: PromptTemplate): Kwargs
  /** The complete arguments. Model parameters win over the template's. */
  call(template: PromptTemplate, model: Model): Kwargs
}

/** Merges the parts, later ones winning, and sets the model's name. */
export const assembleKwargs = (model: Model, ...parts: Kwargs[]): Kwargs =>
  mergeKwargs({ model: model.name }, ...parts, { model: modelName(model) })

/** parameters.model, else the model's name. Source: reference 4.9, recorded. */
export const modelName = (model: Model): unknown => model.parameters['model'] ?? model.name
