using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class ProjectionTests
{
    private const string Document =
        "{\"id\":\"d-1\",\"miles\":12.30,\"big\":12345678901234567890,\"name\":\"Zoë \\u00e9\","
        + """ "drone":{"model":"X1"},"stops":[{"at":"a"},{"at":"b"}],"z":null}""";

    [Theory]
    [InlineData("SELECT c.id, c.miles FROM c", """{"id":"d-1","miles":12.30}""")]
    [InlineData("SELECT c.drone.model, c['id'] FROM c", """{"model":"X1","id":"d-1"}""")]
    [InlineData("SELECT c.id AS a, c.miles AS \"two words\", c.z none FROM c", """{"a":"d-1","two words":12.30,"none":null}""")]
    [InlineData("SELECT c.stops[0], c.id, 1 + 1, UPPER(c.id) FROM c", """{"$1":{"at":"a"},"id":"d-1","$2":2,"$3":"D-1"}""")]
    [InlineData("SELECT c.missing, c.id FROM c", """{"id":"d-1"}""")]
    [InlineData("SELECT c.missing FROM c", "{}")]
    [InlineData("SELECT c.drone, c FROM c", null)]
    [InlineData("SELECT VALUE c.big FROM c", "12345678901234567890")]
    [InlineData("SELECT VALUE c.miles FROM c", "12.30")]
    [InlineData("SELECT VALUE c.name FROM c", "\"Zoë \\u00e9\"")]
    [InlineData("SELECT VALUE c.miles * 2 FROM c", "24.6")]
    [InlineData("SELECT VALUE {id: c.id, 'at': [c.stops[1].at, c.no, 'x'], no: c.no} FROM c", """{"id":"d-1","at":["b","x"]}""")]
    [InlineData("SELECT VALUE {'ratio': 1/0} FROM c", "{}")]
    [InlineData("SELECT VALUE ARRAY(SELECT VALUE s.at = 'a' ? 1 : 1/0 FROM s IN c.stops) FROM c", "[1]")]
    [InlineData("SELECT VALUE (SELECT VALUE MAKELIST(s.at = 'a' ? 1 : 1/0) FROM s IN c.stops) FROM c", "[1]")]
    [InlineData("SELECT VALUE null FROM c", "null")]
    [InlineData("SELECT VALUE (SELECT VALUE c.id FROM c) FROM c", "\"d-1\"")]
    [InlineData("SELECT VALUE (SELECT VALUE x FROM c.drone.model AS x) FROM c", "\"X1\"")]
    [InlineData("SELECT VALUE (SELECT VALUE x FROM c.z AS x) FROM c", "null")]
    [InlineData("SELECT VALUE [(SELECT VALUE 1 FROM c.no), (SELECT VALUE 2 FROM c.z)] FROM c", "[2]")]
    public void Project_Select_WritesWhatItNames(string query, string? expected) => Assert.Equal(
        expected ?? $$"""{"drone":{"model":"X1"},"c":{{Document}}}""", Json.Project(query, Document));

    [Theory]
    [InlineData("SELECT VALUE undefined FROM c")]
    [InlineData("SELECT VALUE c.missing FROM c")]
    [InlineData("SELECT VALUE c.id + 1 FROM c")]
    public void Project_ValueIsUndefined_IsNoRow(string query) => Assert.Null(Json.Project(query, Document));

    [Theory]
    [InlineData("SELECT * FROM c", true)]
    [InlineData("SELECT VALUE c FROM c", true)]
    [InlineData("SELECT VALUE root FROM root WHERE root['id'] = 'd-1'", true)]
    [InlineData("SELECT VALUE x FROM c AS x", true)]
    [InlineData("SELECT c FROM c", false)]
    [InlineData("SELECT VALUE c.drone FROM c", false)]
    [InlineData("SELECT VALUE {'c': c} FROM c", false)]
    public void IsWholeDocument_BySelect_TellsWhetherStoredBytesWillDo(string query, bool expected) =>
        Assert.Equal(expected, QueryProgram.Compile(SqlParser.Parse(query), QueryParameters.None).IsWholeDocument);

    [Theory]
    [InlineData("SELECT * FROM c", null)]
    [InlineData("SELECT TOP 5 * FROM c", 5)]
    [InlineData("SELECT TOP @n c.id FROM c", 7)]
    public void Top_Given_IsRead(string query, int? expected) =>
        Assert.Equal(expected, QueryProgram.Compile(SqlParser.Parse(query), Json.Parameters("""{"@n":7}""")).Limits.Count);
}
