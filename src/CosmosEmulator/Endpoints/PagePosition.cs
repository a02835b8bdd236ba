using System.Globalization;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// Where a page starts: after a document, not after a count of them, so that writes between two pages lose and repeat
/// nothing. On the wire it is RID:&lt;document&gt;#TRC:&lt;rows so far&gt;, and #PKR:&lt;range&gt; when the request names no
/// range.
/// </summary>
internal readonly record struct PagePosition(long AfterNumber, int RowsBefore, string? RangeId)
{
    private const string Rid = "RID:";
    private const string Rows = "#TRC:";
    private const string Range = "#PKR:";

    /// <summary>No token is the start. False for a token that is not one of this container's.</summary>
    public static bool TryRead(string? token, Container container, out PagePosition position)
    {
        position = default;
        if (token is null)
        {
            return true;
        }

        var rowsAt = token.IndexOf(Rows, StringComparison.Ordinal);
        var rangeAt = token.IndexOf(Range, StringComparison.Ordinal);
        var rowsEnd = rangeAt < 0 ? token.Length : rangeAt;
        if (!token.StartsWith(Rid, StringComparison.Ordinal) || rowsAt < Rid.Length || rowsEnd < rowsAt + Rows.Length)
        {
            return false;
        }

        var range = rangeAt < 0 ? null : token[(rangeAt + Range.Length)..];
        var rows = token.AsSpan((rowsAt + Rows.Length)..rowsEnd);
        return TryRead(token.AsSpan(Rid.Length..rowsAt), rows, range, container, out position);
    }

    public string ToToken(Container container)
    {
        var rid = ResourceIds.Document(container.RidBytes, AfterNumber);
        var range = RangeId is null ? "" : Range + RangeId;
        return string.Create(CultureInfo.InvariantCulture, $"{Rid}{rid}{Rows}{RowsBefore}{range}");
    }

    private static bool TryRead(
        ReadOnlySpan<char> rid, ReadOnlySpan<char> rows, string? range, Container container, out PagePosition position)
    {
        var isRead = ResourceIds.TryReadDocument(rid, container.RidBytes, out var number)
            & int.TryParse(rows, NumberStyles.None, CultureInfo.InvariantCulture, out var rowsBefore);
        position = new PagePosition(number, rowsBefore, range);
        return isRead;
    }
}
