namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Parses the checks of <c>--check</c> and of a journey's <c>checks</c>.</summary>
internal static class AnswerCheckText
{
    private const string Forms = "\"status==201\", \"bytes>=100\", \"body contains TEXT\" or \"header NAME contains TEXT\"";
    private const string Contains = " contains ";

    /// <exception cref="FormatException">The text is no check; the message, one line, says what is allowed.</exception>
    public static AnswerCheck Parse(string text) => TryContains(text) ?? TryCompare(text)
        ?? throw new FormatException($"--check takes {Forms}; it is '{text}'.");

    private static AnswerCheck? TryContains(string text)
    {
        var at = text.IndexOf(Contains, StringComparison.Ordinal);
        var wanted = at < 0 ? "" : text[(at + Contains.Length)..];
        return (at < 0 ? [] : text[..at].Split(' ', StringSplitOptions.RemoveEmptyEntries), wanted.Length) switch
        {
            (_, 0) => null,
            (["body"], _) => AnswerCheck.BodyContains(wanted),
            (["header", var name], _) => Named(
                text, answer => answer.AllOf(name).Any(value => value.Contains(wanted, StringComparison.Ordinal))),
            _ => null,
        };
    }

    private static AnswerCheck? TryCompare(string text)
    {
        foreach (var comparison in ThresholdOperator.All)
        {
            if (text.Split(comparison.Text, StringSplitOptions.TrimEntries) is [var name, var number]
                && Quantity.FindWhole(number, 0, int.MaxValue) is { } limit)
            {
                return name switch
                {
                    "status" when comparison.Text == "==" && limit is >= 100 and <= 599 => AnswerCheck.StatusIn(limit),
                    "bytes" => Named(text, answer => comparison.Holds(answer.Outcome.Bytes, limit)),
                    _ => null,
                };
            }
        }

        return null;
    }

    private static AnswerCheck Named(string text, Func<HttpAnswer, bool> holds) => new($"not {text}", holds);
}
