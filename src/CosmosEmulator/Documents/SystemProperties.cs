using System.Globalization;
using System.Text.Json;
using System.Text.Unicode;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The members that the server adds to each document.</summary>
internal static class SystemProperties
{
    private const int LongestText = 320;

    public static bool IsName(ref Utf8JsonReader name) =>
        !name.HasValueSequence && name.ValueSpan.StartsWith((byte)'_')
        && (name.ValueTextEquals("_rid"u8) || name.ValueTextEquals("_self"u8) || name.ValueTextEquals("_etag"u8)
            || name.ValueTextEquals("_attachments"u8) || name.ValueTextEquals("_ts"u8));

    /// <summary>The whole document: the client's members and the server's.</summary>
    public static byte[] Append(ReadOnlySpan<byte> members, string link, string rid, string etag, long seconds)
    {
        members = members.TrimEnd(" \t\r\n"u8);
        Span<byte> added = stackalloc byte[LongestText];
        Utf8.TryWrite(
            added,
            CultureInfo.InvariantCulture,
            $$"""
            "_rid":"{{rid}}","_self":"{{link}}{{rid}}/","_etag":"\"{{etag}}\"","_attachments":"attachments/","_ts":{{seconds}}}
            """,
            out var length);

        // An id is required, so there is always a member before the added ones.
        var document = new byte[members.Length + length + 2];
        document[0] = (byte)'{';
        members.CopyTo(document.AsSpan(1));
        document[members.Length + 1] = (byte)',';
        added[..length].CopyTo(document.AsSpan(members.Length + 2));
        return document;
    }
}
