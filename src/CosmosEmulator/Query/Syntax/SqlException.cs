namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>A query that is answered with 400: its message and, where it has one, its place in the query text.</summary>
internal abstract class SqlException(string code, string message, SqlLocation? location) : Exception(message)
{
    /// <summary>The service's error code, such as SC1001.</summary>
    public string Code { get; } = code;

    public SqlLocation? Location { get; } = location;

    /// <summary>The body text that the service gives for a bad query.</summary>
    public string ToErrorJson() => SqlErrorJson.Render(this);
}

/// <summary>Offsets into the query text; the end is exclusive.</summary>
internal readonly record struct SqlLocation(int Start, int End);

/// <summary>The text is not a query.</summary>
internal sealed class SqlSyntaxException(string message, SqlLocation location, string code = SqlErrorCodes.Syntax)
    : SqlException(code, message, location);

/// <summary>The text is a query, but it names something that does not exist or cannot be meant.</summary>
internal sealed class SqlSemanticException(string code, string message, SqlLocation? location = null)
    : SqlException(code, message, location);

/// <summary>The query is right, but uses a part of the language that the emulator lacks; the message names it.</summary>
internal sealed class SqlNotSupportedException(string feature, SqlLocation? location = null)
    : SqlException(SqlErrorCodes.NotSupported, $"{feature} is not supported by this emulator yet.", location);

/// <summary>The request body does not hold a query.</summary>
internal sealed class SqlRequestException(string message) : SqlException(SqlErrorCodes.BadRequest, message, null);
