using System.Globalization;
using DroneDelivery.CosmosEmulator.Partitions;

namespace DroneDelivery.CosmosEmulator.Responses;

/// <summary>
/// The writes of a partition that a client has seen: <c>{partition key range}:{version}#{sequence}</c>. The version is new after a
/// restart of the emulator, when the sequence begins again.
/// </summary>
internal static class SessionToken
{
    /// <param name="sequence">At most the number of the partition's last write; null for that number.</param>
    public static string Format(Partition partition, long? sequence = null) => string.Create(
        CultureInfo.InvariantCulture, $"{partition.Id}:{partition.Documents.Epoch}#{sequence ?? partition.Documents.Sequence}");

    /// <summary>Whether the client has seen writes that the partition does not have.</summary>
    /// <param name="header">Tokens separated by commas. Those of other partitions do not matter.</param>
    /// <returns>Null for a header that is no session token.</returns>
    public static bool? IsAhead(ReadOnlySpan<char> header, Partition partition)
    {
        var isAhead = false;
        foreach (var range in header.Split(','))
        {
            var token = header[range].Trim();
            var idEnd = token.IndexOf(':');
            var versionEnd = token.IndexOf('#');
            if (idEnd < 0 || versionEnd < idEnd || !TryRead(token[(idEnd + 1)..versionEnd], out var version))
            {
                return null;
            }

            // Sequences of regions may follow.
            var rest = token[(versionEnd + 1)..];
            if (!TryRead(rest.IndexOf('#') is >= 0 and var end ? rest[..end] : rest, out var sequence))
            {
                return null;
            }

            if (IsOf(partition, token[..idEnd]))
            {
                var documents = partition.Documents;
                isAhead |= version > documents.Epoch || (version == documents.Epoch && sequence > documents.Sequence);
            }
        }

        return isAhead;
    }

    private static bool TryRead(ReadOnlySpan<char> digits, out long number) =>
        long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out number);

    private static bool IsOf(Partition partition, ReadOnlySpan<char> id)
    {
        var isParent = false;
        foreach (var parent in partition.Parents)
        {
            isParent |= id.SequenceEqual(parent);
        }

        return isParent || id.SequenceEqual(partition.Id);
    }
}
