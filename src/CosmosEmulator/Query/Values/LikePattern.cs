using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>
/// A pattern of LIKE: % for any text, _ for any character, [a-f] for one of a set, [^a-f] for one that is not in it, and other
/// characters for themselves. Characters are code points, and their case matters.
/// </summary>
internal sealed class LikePattern(ImmutableArray<CodePointSet?> parts)
{
    /// <summary>Without a limit, a long pattern could be compared at each place of a long text.</summary>
    private const long MaxComparisons = 20_000_000;

    /// <summary>Reads a pattern. A set without its closing bracket, and an escape character at the end, match nothing.</summary>
    /// <param name="pattern">The pattern as the query has it.</param>
    /// <param name="escape">The code point that makes the next character stand for itself, or null.</param>
    public static LikePattern Parse(string pattern, int? escape) => new(new LikePatternReader(pattern, escape).Read());

    public bool Matches(string text)
    {
        // After a part that differs, the last % takes one more character of the text, and the parts after it start again.
        var (position, part) = (0, 0);
        var (positionAfterAny, partAfterAny) = (0, -1);
        var comparisons = 0L;
        while (position < text.Length)
        {
            var set = part < parts.Length ? parts[part] : CodePointSet.None;
            comparisons += set?.Cost ?? 1;
            if (comparisons > MaxComparisons)
            {
                throw new SqlSemanticException(
                    SqlErrorCodes.BadRequest, $"LIKE takes over {MaxComparisons} comparisons for one text with this pattern.");
            }

            if (set is null)
            {
                part++;
                if (part == parts.Length)
                {
                    return true;
                }

                (positionAfterAny, partAfterAny) = (position, part);
            }
            else if (set.Contains(CodePoints.At(text, position)))
            {
                position += CodePoints.WidthAt(text, position);
                part++;
            }
            else if (partAfterAny >= 0)
            {
                positionAfterAny += CodePoints.WidthAt(text, positionAfterAny);
                (position, part) = (positionAfterAny, partAfterAny);
            }
            else
            {
                return false;
            }
        }

        while (part < parts.Length && parts[part] is null)
        {
            part++;
        }

        return part == parts.Length;
    }
}
