using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>Reads the text of a LIKE pattern: a set of characters for each place, and null for %.</summary>
internal sealed class LikePatternReader(string pattern, int? escape)
{
    // No code point, so nothing equals it.
    private const int Missing = -1;

    private int _position;

    public ImmutableArray<CodePointSet?> Read()
    {
        var parts = ImmutableArray.CreateBuilder<CodePointSet?>();
        while (_position < pattern.Length)
        {
            parts.Add(ReadPart());
        }

        return parts.ToImmutable();
    }

    private CodePointSet? ReadPart()
    {
        var (letter, isEscaped) = ReadLetter();
        return (isEscaped ? Missing : letter) switch
        {
            '%' => null,
            '_' => CodePointSet.All,
            '[' => ReadSet(),
            _ => new CodePointSet(false, (letter, letter)),
        };
    }

    private CodePointSet ReadSet()
    {
        var isNegated = IsNext('^');
        if (isNegated)
        {
            _position++;
        }

        var ranges = new List<(int First, int Last)>();
        while (_position < pattern.Length)
        {
            var (first, isEscaped) = ReadLetter();
            if (first == ']' && !isEscaped)
            {
                return new CodePointSet(isNegated, [.. ranges]);
            }

            ranges.Add((first, ReadRangeEnd(first)));
        }

        return CodePointSet.None;
    }

    // A hyphen at the start or at the end of a set stands for itself.
    private int ReadRangeEnd(int first)
    {
        if (!IsNext('-') || _position + 1 >= pattern.Length || pattern[_position + 1] == ']')
        {
            return first;
        }

        _position++;
        return ReadLetter().Letter;
    }

    private (int Letter, bool IsEscaped) ReadLetter()
    {
        var letter = ReadCodePoint();
        return letter != escape ? (letter, false)
            : _position < pattern.Length ? (ReadCodePoint(), true)
            : (Missing, true);
    }

    private int ReadCodePoint()
    {
        var letter = CodePoints.At(pattern, _position);
        _position += CodePoints.WidthAt(pattern, _position);
        return letter;
    }

    private bool IsNext(char letter) => letter != escape && _position < pattern.Length && pattern[_position] == letter;
}
