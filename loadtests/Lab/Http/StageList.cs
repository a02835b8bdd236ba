namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>
/// Parses <c>--stages</c>: <c>0..500/s:30s, 500/s:60s</c> for arrivals per second, <c>1..50:30s, 50:60s</c> for users.
/// </summary>
internal static class StageList
{
    private const string Option = "--stages";

    public static bool IsOfRates(string text) =>
        text.Contains("/s", StringComparison.Ordinal) || text.Contains("/m", StringComparison.Ordinal);

    /// <exception cref="FormatException">The text is no such list; the message, one line, says what is allowed.</exception>
    public static IReadOnlyList<ArrivalStage> Rates(string text)
    {
        List<Part> parts = [.. Parts(text)];
        if (parts.FindIndex(part => !IsOfRates(part.Text)) is >= 0 and var users)
        {
            throw new FormatException(
                $"{Option} takes arrivals (0..500/s:30s) or users (1..50:30s), not both; '{parts[users].Text}' has no /s or /m.");
        }

        IReadOnlyList<ArrivalStage> stages = [.. parts.Select(stage => new ArrivalStage(
            Quantity.Rate(stage.From, Option), Quantity.Rate(stage.To, Option), stage.Over))];
        return stages.Sum(stage => stage.Arrivals) > 0
            ? stages
            : throw new FormatException($"{Option} needs a rate above zero in some stage.");
    }

    /// <exception cref="FormatException">The text is no such list; the message, one line, says what is allowed.</exception>
    public static IReadOnlyList<LoadStep> Users(string text)
    {
        IReadOnlyList<LoadStep> steps =
            [.. Parts(text).Select(stage => LoadStep.Ramp(Users(stage.From, stage), Users(stage.To, stage), stage.Over))];
        return steps.All(step => step.MaxUsers > 0)
            ? steps
            : throw new FormatException($"{Option} needs at least one user in each stage.");
    }

    private static int Users(string text, Part stage) => Quantity.FindWhole(text, 0, ShapeOptions.MaxUsers)
        ?? throw new FormatException(
            $"{Option} takes at most {ShapeOptions.MaxUsers:N0} users, or rates with /s or /m; '{stage.Text}' is neither.");

    private static IEnumerable<Part> Parts(string text) => text.Split(',', StringSplitOptions.TrimEntries).Select(ReadPart);

    private static Part ReadPart(string text)
    {
        if (text.Split(':', StringSplitOptions.TrimEntries) is not [var level, var time])
        {
            throw new FormatException(
                $"{Option} takes stages such as 0..500/s:30s (arrivals) or 1..50:30s (users), with commas "
                + $"between them; '{text}' is none.");
        }

        var (from, to) = level.Split("..", StringSplitOptions.TrimEntries) switch
        {
            [var constant] => (constant, constant),
            [var start, var end] => (start, end),
            _ => throw new FormatException($"{Option} takes from..to in a stage; '{text}' has more."),
        };
        return new Part(text, from, to, Quantity.Time(time, Option));
    }

    private readonly record struct Part(string Text, string From, string To, TimeSpan Over);
}
