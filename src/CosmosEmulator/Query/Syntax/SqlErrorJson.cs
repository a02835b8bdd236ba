using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Writes a query error in the shape that tools of the service parse.</summary>
internal static class SqlErrorJson
{
    public static string Render(SqlException error)
    {
        var json = error.Code == SqlErrorCodes.None
            ? new JsonObject { ["Errors"] = new JsonArray(error.Message) }
            : new JsonObject { ["errors"] = new JsonArray(Describe(error)) };
        return json.ToJsonString(ReadableJson.Options);
    }

    private static JsonObject Describe(SqlException error)
    {
        var json = new JsonObject { ["severity"] = "Error" };
        if (error.Location is { } location)
        {
            json["location"] = new JsonObject { ["start"] = location.Start, ["end"] = location.End };
        }

        // Of codes without letters the service writes the number.
        json["code"] = int.TryParse(error.Code, out var number) ? number : error.Code;
        json["message"] = error.Message;
        return json;
    }
}
