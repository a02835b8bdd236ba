namespace DroneDelivery.LoadTests.Insight.Charts;

internal static class TextFit
{
    /// <summary>Cuts text that is too long for its place, with an ellipsis for what is gone.</summary>
    public static string Cut(string text, int longest) =>
        text.Length <= longest ? text : $"{text[..(char.IsHighSurrogate(text[longest - 2]) ? longest - 2 : longest - 1)]}…";
}
