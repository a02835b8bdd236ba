namespace DroneDelivery.Structure.Tests;

/// <summary>
/// Known violations of a rule, one per line of a file. The list can only shrink: a new violation fails the test, and so does a
/// line that no longer applies, until it is removed. <c>SHRINK_EXCEPTIONS=1</c> removes such lines.
/// </summary>
internal sealed class ExceptionList(string name)
{
    private string FilePath => Path.Combine(Repository.Root, "tests/Structure.Tests/Exceptions", name);

    public void AssertSame(string rule, IEnumerable<string> violations)
    {
        var listed = File.Exists(FilePath) ? File.ReadAllLines(FilePath) : [];
        var found = violations.Distinct().Order(StringComparer.Ordinal).ToArray();
        if (Environment.GetEnvironmentVariable("SHRINK_EXCEPTIONS") == "1")
        {
            File.WriteAllLines(FilePath, listed = [.. listed.Intersect(found)]);
        }

        Assert.True(
            found.SequenceEqual(listed.Order(StringComparer.Ordinal)),
            $"{rule}{Describe("New", found.Except(listed))}{Describe($"Fixed, remove from {name}", listed.Except(found))}");
    }

    private static string Describe(string what, IEnumerable<string> lines) =>
        string.Concat(lines.Select(line => $"{Environment.NewLine}{what}: {line}"));
}
