import { isText, listOf, objectOf } from '../shapes/shapes.ts';

/** A package of which the rider's browser receives a part. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** The license as an SPDX identifier, such as `MIT`. */
  license: string;
  /** The text of the license, as the package contains it. */
  text: string;
}

export interface Licenses {
  packages: readonly ShippedPackage[];
}

/** The path of the file with the licenses. The build writes this file. */
export const licensesPath = '/licenses.json';

export const isLicenses = objectOf<Licenses>({
  packages: listOf(
    objectOf<ShippedPackage>({ name: isText, version: isText, license: isText, text: isText }),
  ),
});
