namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Parses a pause: <c>300ms</c>, or <c>exp:300ms</c> for an exponential distribution with that mean.</summary>
internal static class ThinkText
{
    private const string Exponential = "exp:";

    /// <exception cref="FormatException">The text is no pause; the message, one line, says what is allowed.</exception>
    public static ThinkTime Parse(string text, string option) => text.StartsWith(Exponential, StringComparison.Ordinal)
        ? ThinkTime.Exponential(Quantity.Time(text[Exponential.Length..], $"{option} {Exponential}"))
        : ThinkTime.Fixed(Quantity.Time(text, option));
}
