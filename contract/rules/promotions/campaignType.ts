/** The name of a campaign, as it stands in addresses: `/{type}/launcher`. */
export const campaignType = /^[a-z0-9-]{1,40}$/;
