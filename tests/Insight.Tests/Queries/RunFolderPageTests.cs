using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Queries;

/// <summary>docs/run-folder.md says what there is.</summary>
public sealed class RunFolderPageTests : IDisposable
{
    private const string Columns = "| Column | What it is |";
    private const string TableHeading = "### `";

    private readonly StoredRun _run = StoredRun.FromSamples(RunSamples.None);

    public void Dispose() => _run.Dispose();

    [Fact]
    public void Tables_Documented_AreThoseOfTheFileColumnByColumn()
    {
        var documented = DocumentedTables();

        Assert.Equal(_run.Database.Tables, documented.Keys.Order(StringComparer.Ordinal));
        Assert.All(documented, table => Assert.Equal(ColumnsOf(table.Key), table.Value));
    }

    [Fact]
    public void Facts_Documented_AreAllThatARunHas()
    {
        var page = Page();
        var facts = Query("SELECT name FROM run").Rows.Select(row => (string)row[0]!);

        Assert.All(facts, fact => Assert.True(
            page.Contains($"`{fact}`", StringComparison.Ordinal)
                || page.Contains($"`{fact[..(fact.IndexOf('.', StringComparison.Ordinal) + 1)]}*`", StringComparison.Ordinal),
            $"{fact} is not documented"));
    }

    [Fact]
    public void Questions_Documented_AreThoseThereAre() =>
        Assert.All(NamedQuery.All, query => Assert.Contains($"{query.Name.PadRight(20)}  {query.Description}", Page()));

    [Fact]
    public void Examples_Documented_AreAnswered()
    {
        var examples = Page().Split("```sql")[1..].Select(part => part[..part.IndexOf("```", StringComparison.Ordinal)]).ToList();

        Assert.True(examples.Count >= 4, $"{examples.Count} examples");
        Assert.All(examples, sql => Assert.NotEmpty(Query(sql).Columns));
    }

    private static Dictionary<string, string[]> DocumentedTables() => Page()
        .Split(TableHeading)[1..]
        .ToDictionary(
            section => section[..section.IndexOf('`', StringComparison.Ordinal)],
            section => section[section.IndexOf(Columns, StringComparison.Ordinal)..]
                .Split('\n')
                .TakeWhile(line => line.StartsWith('|'))
                .Skip(2)
                .Select(line => line.Split('`')[1])
                .ToArray());

    private static string Page()
    {
        using var reader = new StreamReader(typeof(RunFolderPageTests).Assembly.GetManifestResourceStream("run-folder.md")!);
        return reader.ReadToEnd();
    }

    private string[] ColumnsOf(string table) =>
        [.. Query($"SELECT name FROM pragma_table_xinfo('{table}') ORDER BY cid").Rows.Select(row => (string)row[0]!)];

    private QueryResult Query(string sql) => _run.Database.Query(sql, TestContext.Current.CancellationToken);
}
