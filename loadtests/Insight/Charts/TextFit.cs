namespace DroneDelivery.LoadTests.Insight.Charts;

internal static class TextFit
{
    private const int Shortest = 2;

    /// <summary>Cuts text that is too long and ends it with an ellipsis; at least two characters remain.</summary>
    public static string Cut(string text, int longest)
    {
        var room = Math.Max(longest, Shortest);
        return text.Length <= room ? text : $"{text[..(char.IsHighSurrogate(text[room - 2]) ? room - 2 : room - 1)]}…";
    }
}
