// @ts-check
// What the device has room for.

import { settings } from "./store.js";

/** What a search may hold, in MiB: on a phone, and elsewhere at least and at most. */
const PHONE = 256;
const LEAST = 128;
const MOST = 1024;
/** A screen whose shorter side is less is one of a phone, in CSS pixels. */
const PHONE_SIDE = 600;

/** Returns how many MiB a search may hold unless it is said: an eighth of the memory, less on phones. */
export function usualMemory({ deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator), side = Math.min(screen.width, screen.height)) {
  const isPhone = matchMedia("(pointer: coarse)").matches && side < PHONE_SIDE;
  // Browsers that do not say how much there is are mostly on machines with enough.
  const share = deviceMemory === undefined ? MOST : Math.max(LEAST, Math.min(MOST, deviceMemory * 128));
  return isPhone ? Math.min(PHONE, share) : share;
}

/** Returns how many bytes a search may hold. */
export const memoryBytes = () => (settings.memory || usualMemory()) * 2 ** 20;
