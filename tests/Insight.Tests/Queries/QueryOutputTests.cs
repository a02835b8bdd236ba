using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Queries;

public sealed class QueryOutputTests : IDisposable
{
    private const string OfAllKinds = """
        SELECT 'a' AS word, 1200 AS count, 0.5 AS share, NULL AS missing, x'01ff' AS bytes
        UNION ALL SELECT 'says "b", and more', 7, 1234.56789, NULL, x''
        """;

    private readonly StoredRun _run = StoredRun.FromSamples(RunSamples.None);

    public void Dispose() => _run.Dispose();

    [Fact]
    public void Plain_WordsAndNumbers_StandInTheirColumns()
    {
        var lines = QueryText.Plain(
            Query("SELECT 'a' AS word, 1200 AS count, 0.5 AS share UNION ALL SELECT 'longer', 7, 1234.56789"));

        Assert.Equal(
            [
                "word    count     share",
                "a        1200       0.5",
                "longer      7  1234.568",
                "2 rows.",
            ],
            lines.Split(Environment.NewLine));
    }

    [Theory]
    [InlineData("SELECT 1e-5 AS x", "1E-5")]
    [InlineData("SELECT -0.25 AS x", "-0.25")]
    [InlineData("SELECT 1e12 AS x", "1000000000000")]
    [InlineData("SELECT 'two' || char(10) || 'lines' AS x", "two lines")]
    [InlineData("SELECT char(27) || '[31m' AS x", " [31m")]
    [InlineData("SELECT replace(hex(zeroblob(100)), '0', 'y') AS x", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…")]
    public void Plain_Value_FitsInOneCell(string sql, string cell) =>
        Assert.Equal(cell, QueryText.Plain(Query(sql)).Split(Environment.NewLine)[1]);

    [Fact]
    public void Plain_NoRows_StillNamesTheColumns() =>
        Assert.Equal(["name  value", "No rows."], QueryText.Plain(Query("SELECT * FROM run WHERE 0")).Split(Environment.NewLine));

    [Fact]
    public void Plain_MoreRowsThanRead_SaysSo() =>
        Assert.EndsWith("The first 3 rows; there are more.", QueryText.Plain(Query("SELECT second FROM load_seconds", maxRows: 3)));

    [Fact]
    public void Csv_ValuesOfAllKinds_AreWholeAndQuotedWhereNeeded() =>
        Assert.Equal(
            "word,count,share,missing,bytes\r\na,1200,0.5,,01FF\r\n\"says \"\"b\"\", and more\",7,1234.56789,,\r\n",
            QueryCsv.Text(Query(OfAllKinds)));

    [Fact]
    public void Json_ValuesOfAllKinds_KeepTheirKinds()
    {
        using var json = JsonDocument.Parse(QueryJson.Text(Query(OfAllKinds)));

        Assert.Equal(2, json.RootElement.GetArrayLength());
        var row = json.RootElement[0];
        Assert.Equal(1200, row.GetProperty("count").GetInt64());
        Assert.Equal(0.5, row.GetProperty("share").GetDouble());
        Assert.Equal(JsonValueKind.Null, row.GetProperty("missing").ValueKind);
        Assert.Equal(new byte[] { 1, 255 }, row.GetProperty("bytes").GetBytesFromBase64());
    }

    [Fact]
    public void Json_ColumnsOfOneName_StandOnce() =>
        Assert.Equal("""[{"a":2}]""", string.Concat(QueryJson.Text(Query("SELECT 1 AS a, 2 AS a")).Where(letter => !char.IsWhiteSpace(letter))));

    private QueryResult Query(string sql, int maxRows = int.MaxValue) =>
        _run.Database.Query(sql, TestContext.Current.CancellationToken, maxRows);
}
