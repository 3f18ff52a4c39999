/** The name of a campaign in addresses: `/{type}/launcher`. */
export const campaignType = /^[a-z0-9-]{1,40}$/;
