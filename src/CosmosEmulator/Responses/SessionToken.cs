using System.Globalization;
using DroneDelivery.CosmosEmulator.Partitions;

namespace DroneDelivery.CosmosEmulator.Responses;

/// <summary>
/// The writes of a partition that a client has seen: <c>{partition key range}:{version}#{sequence}</c>. The version is new after a
/// restart of the emulator, when the sequence begins again.
/// </summary>
internal static class SessionToken
{
    public static string Format(Partition partition) => string.Create(
        CultureInfo.InvariantCulture, $"{partition.Id}:{partition.Documents.Epoch}#{partition.Documents.Sequence}");

    /// <summary>Whether the client has seen writes that the partition does not have.</summary>
    /// <param name="header">Tokens separated by commas. Those of other partitions do not matter.</param>
    /// <returns>Null for a header that is no session token.</returns>
    public static bool? IsAhead(string header, Partition partition)
    {
        var isAhead = false;
        foreach (var token in header.Split(','))
        {
            if (token.Split(':') is not [var id, var rest]
                || rest.Split('#') is not [var versionText, var sequenceText, ..]
                || !long.TryParse(versionText, NumberStyles.None, CultureInfo.InvariantCulture, out var version)
                || !long.TryParse(sequenceText, NumberStyles.None, CultureInfo.InvariantCulture, out var sequence))
            {
                return null;
            }

            if (id.Trim() == partition.Id || partition.Parents.Contains(id.Trim()))
            {
                var documents = partition.Documents;
                isAhead |= version > documents.Epoch || (version == documents.Epoch && sequence > documents.Sequence);
            }
        }

        return isAhead;
    }
}
