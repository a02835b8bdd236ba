using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>The members that the server adds to each document.</summary>
internal static class SystemProperties
{
    public static bool IsName(string name) => name is "_rid" or "_self" or "_etag" or "_attachments" or "_ts";

    public static bool IsName(ref Utf8JsonReader name) =>
        !name.HasValueSequence && name.ValueSpan.StartsWith((byte)'_')
        && (name.ValueTextEquals("_rid"u8) || name.ValueTextEquals("_self"u8) || name.ValueTextEquals("_etag"u8)
            || name.ValueTextEquals("_attachments"u8) || name.ValueTextEquals("_ts"u8));
}
