namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>The service counts and orders strings by code point, where .NET's strings go by UTF-16 units.</summary>
internal static class CodePoints
{
    public static int Compare(string left, string right)
    {
        var length = Math.Min(left.Length, right.Length);
        for (var index = 0; index < length; index++)
        {
            if (left[index] != right[index])
            {
                return Rank(left[index]).CompareTo(Rank(right[index]));
            }
        }

        return left.Length.CompareTo(right.Length);
    }

    public static int Count(string text)
    {
        var count = 0;
        for (var index = 0; index < text.Length; index += WidthAt(text, index))
        {
            count++;
        }

        return count;
    }

    /// <summary>The UTF-16 index of the code point with that number; the text's length when there are fewer.</summary>
    public static int ToIndex(string text, int count)
    {
        var index = 0;
        while (count > 0 && index < text.Length)
        {
            index += WidthAt(text, index);
            count--;
        }

        return index;
    }

    /// <summary>The code point at a UTF-16 index; half of a surrogate pair counts as one.</summary>
    public static int At(string text, int index) =>
        char.IsSurrogatePair(text, index) ? char.ConvertToUtf32(text[index], text[index + 1]) : text[index];

    /// <summary>How many UTF-16 units the code point at a UTF-16 index has.</summary>
    public static int WidthAt(string text, int index) => char.IsSurrogatePair(text, index) ? 2 : 1;

    // Surrogates stand for code points above all others.
    private static int Rank(char unit) => char.IsSurrogate(unit) ? unit + 0x10000 : unit;
}
