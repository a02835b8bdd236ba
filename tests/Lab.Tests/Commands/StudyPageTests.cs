namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>
/// The rows of <c>docs/studies.md</c>. <see cref="SampleCommandTests"/> checks their commands, and the links of all pages have a
/// test of their own.
/// </summary>
public sealed class StudyPageTests
{
    private const string NotYet = "not yet";

    [Fact]
    public void Rows_OfTheFiveStudies_HaveACommandAndALinkOrSayNotYet()
    {
        var studies = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "studies.md")).Split("\n## ")[1..];

        Assert.Equal(5, studies.Length);
        Assert.All(studies, study => Assert.InRange(Rows(study).Count(), 10, 100));
        Assert.Empty(studies.SelectMany(Rows).Where(row => !IsComplete(row)).Select(row => string.Join(" | ", row)));
    }

    [Theory]
    [InlineData("| CPU | `./lab doctor` | [doctor](doctor.md) |", true)]
    [InlineData("| CPU | not yet | not yet |", true)]
    [InlineData("| CPU | `./lab doctor` | not yet |", false)]
    [InlineData("| CPU | not yet | [doctor](doctor.md) |", false)]
    [InlineData("| CPU | `doctor` | [doctor](doctor.md) |", false)]
    [InlineData("| CPU | `./lab doctor` | doctor.md |", false)]
    [InlineData("| | `./lab doctor` | [doctor](doctor.md) |", false)]
    public void Row_WithAndWithoutCommandAndLink_IsCompleteOrNot(string row, bool complete) =>
        Assert.Equal(complete, IsComplete(Cells(row)));

    private static bool IsComplete(string[] row) => row is [{ Length: > 0 }, var command, var place]
        && ((command == NotYet && place == NotYet)
            || (command.StartsWith("`./lab ", StringComparison.Ordinal) && place.Contains("](", StringComparison.Ordinal)));

    /// <summary>The rows of the table, without its head.</summary>
    private static IEnumerable<string[]> Rows(string study) =>
        study.Split('\n').Where(line => line.StartsWith('|')).Skip(2).Select(Cells);

    private static string[] Cells(string row) => [.. row.Trim('|', ' ').Split(" | ").Select(cell => cell.Trim())];
}
