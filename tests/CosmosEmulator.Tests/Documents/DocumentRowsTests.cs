using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Tests.Query;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class DocumentRowsTests
{
    private static readonly StoredDocument Document = StoredDocument.FromJson(1, Json.Bytes("""{"t":[1,2,3]}"""));

    /// <summary>A document that is still held would keep its pooled memory.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(int.MaxValue)]
    public void Rows_ReadToAnyRow_DisposeTheirDocument(int count)
    {
        var program = QueryProgram.Compile(SqlParser.Parse("SELECT VALUE t FROM c JOIN t IN c.t"), QueryParameters.None);

        var last = new DocumentRows(program, program.CreateRow(TimeProvider.System)).Read(Document).Take(count).Last();

        Assert.Throws<ObjectDisposedException>(() => last[Row.Document].Member("t"));
    }

    [Fact]
    public void Rows_OfTwoReadings_AreThoseOfTheDocument()
    {
        var program = QueryProgram.Compile(SqlParser.Parse("SELECT VALUE t FROM c JOIN t IN c.t WHERE t > 1"), QueryParameters.None);
        var rows = new DocumentRows(program, program.CreateRow(TimeProvider.System));

        Assert.Equal([2.0, 3.0], rows.Read(Document).Select(row => program.Project(row).Number));
        Assert.Equal([2.0, 3.0], rows.Read(Document).Select(row => program.Project(row).Number));
    }
}
