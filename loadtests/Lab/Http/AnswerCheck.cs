using System.Globalization;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>What an answer must be like beyond its status of 2xx; one that is not counts as an error of its own kind.</summary>
internal sealed class AnswerCheck
{
    private const string Forms = "\"status==201\", \"bytes>=100\", \"body contains TEXT\" or \"header NAME contains TEXT\"";
    private const string Contains = " contains ";

    private readonly string _text;
    private readonly Func<HttpAnswer, bool> _holds;

    private AnswerCheck(string text, Func<HttpAnswer, bool> holds) => (_text, _holds) = (text, holds);

    /// <exception cref="FormatException">It is no check; one line says what is allowed.</exception>
    public static AnswerCheck Parse(string text) =>
        (TryContains(text) ?? TryCompare(text)) is { } holds
            ? new AnswerCheck(text, holds)
            : throw new FormatException($"--check takes {Forms}; it is '{text}'.");

    /// <summary>The outcome of an answer, which is an error as soon as one of the checks does not hold.</summary>
    public static RequestOutcome Apply(IReadOnlyList<AnswerCheck> checks, HttpAnswer answer)
    {
        if (answer.Outcome.Kind != OutcomeKind.Success)
        {
            return answer.Outcome;
        }

        var broken = checks.FirstOrDefault(check => !check._holds(answer));
        return broken is null ? answer.Outcome : answer.Outcome with { Error = $"check: {broken}" };
    }

    public override string ToString() => _text;

    private static Func<HttpAnswer, bool>? TryContains(string text)
    {
        var at = text.IndexOf(Contains, StringComparison.Ordinal);
        var wanted = at < 0 ? "" : text[(at + Contains.Length)..];
        return (at < 0 ? [] : text[..at].Split(' ', StringSplitOptions.RemoveEmptyEntries), wanted.Length) switch
        {
            (_, 0) => null,
            (["body"], _) => answer => answer.Text.Contains(wanted, StringComparison.Ordinal),
            (["header", var name], _) => answer => answer.AllOf(name).Any(value => value.Contains(wanted, StringComparison.Ordinal)),
            _ => null,
        };
    }

    private static Func<HttpAnswer, bool>? TryCompare(string text)
    {
        foreach (var (sign, holds) in Comparisons)
        {
            if (text.Split(sign, StringSplitOptions.TrimEntries) is [var name, var number]
                && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var limit))
            {
                return name switch
                {
                    "status" when sign == "==" && limit is >= 200 and <= 299 => answer => answer.Status == limit,
                    "bytes" => answer => holds(answer.Outcome.Bytes, limit),
                    _ => null,
                };
            }
        }

        return null;
    }

    private static readonly (string Sign, Func<long, long, bool> Holds)[] Comparisons =
    [
        ("==", (value, limit) => value == limit),
        (">=", (value, limit) => value >= limit),
        ("<=", (value, limit) => value <= limit),
        (">", (value, limit) => value > limit),
        ("<", (value, limit) => value < limit),
    ];
}
