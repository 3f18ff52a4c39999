import { isText, listOf, objectOf } from '../shapes/shapes.ts';

/** A package that the browser of the rider receives a part of. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX identifier, such as `MIT`. */
  license: string;
  /** The text of the license, from the package. */
  text: string;
}

export interface Licenses {
  packages: readonly ShippedPackage[];
}

/** The file with the licenses, which the build writes. */
export const licensesPath = '/licenses.json';

export const isLicenses = objectOf<Licenses>({
  packages: listOf(
    objectOf<ShippedPackage>({ name: isText, version: isText, license: isText, text: isText }),
  ),
});
