"""Tools of servers that nobody prepared Ringi for: names, descriptions and schemas as public MCP servers have them.

Most of them say nothing about what they do (no hints), as most public servers do. `SERVERS` is by server.
"""

from __future__ import annotations

from typing import Any

from ringi.catalog import Tool

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}
TEXTS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
GRID: dict[str, Any] = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}
TIME: dict[str, Any] = {"type": "string", "format": "date-time"}


def _tool(server: str, name: str, description: str, needs: dict[str, Any], takes: dict[str, Any], **rest: Any) -> Tool:
    schema = {"type": "object", "properties": {**needs, **takes}, "required": list(needs)}
    return Tool(
        name=name, server=server, description=description, input_schema=schema, place="stdio: elsewhere", **rest
    )


def make_server(server: str, *tools: tuple[Any, ...]) -> tuple[Tool, ...]:
    made = []
    for name, description, needs, *more in tools:
        takes = more[0] if more else {}
        hints = more[1] if len(more) > 1 else {}
        made.append(_tool(server, name, description, needs, takes, **hints))
    return tuple(made)


READS = {"effect": "read"}
DESTROYS = {"destructive": True}

TICKETS = make_server(
    "helpdesk",
    ("list_tickets", "List support tickets.", {}, {"status": {**TEXT, "enum": ["open", "closed"]}, "limit": NUMBER}),
    ("get_ticket", "Get a single ticket by its id.", {"ticket_id": TEXT}),
    ("search_tickets", "Search tickets by text.", {"query": TEXT}),
    ("create_ticket", "Create a new support ticket.", {"title": TEXT, "description": TEXT}),
    ("update_ticket", "Update fields of an existing ticket.", {"ticket_id": TEXT, "fields": {"type": "object"}}),
    ("assign_ticket", "Assign a ticket to an agent.", {"ticket_id": TEXT, "assignee": TEXT}),
    ("add_ticket_comment", "Add a comment to a ticket.", {"ticket_id": TEXT, "body": TEXT}),
    ("close_ticket", "Close a ticket.", {"ticket_id": TEXT}),
    ("archive_ticket", "Archive a ticket so that it is no longer shown.", {"ticket_id": TEXT}),
    ("delete_ticket", "Delete a ticket permanently.", {"ticket_id": TEXT}, {}, DESTROYS),
    ("purge_tickets", "Permanently remove all closed tickets.", {"older_than_days": NUMBER}, {}, DESTROYS),
)
GIT = make_server(
    "git",
    ("git_status", "Shows the working tree status", {"repo_path": TEXT}),
    ("git_diff_unstaged", "Shows changes in the working directory that are not yet staged", {"repo_path": TEXT}),
    ("git_diff_staged", "Shows changes that are staged for commit", {"repo_path": TEXT}),
    ("git_diff", "Shows differences between branches or commits", {"repo_path": TEXT, "target": TEXT}),
    ("git_commit", "Records changes to the repository", {"repo_path": TEXT, "message": TEXT}),
    ("git_add", "Adds file contents to the staging area", {"repo_path": TEXT, "files": TEXTS}),
    ("git_reset", "Unstages all staged changes", {"repo_path": TEXT}),
    ("git_log", "Shows the commit logs", {"repo_path": TEXT}, {"max_count": {**NUMBER, "default": 10}}),
    ("git_create_branch", "Creates a new branch from an optional base branch", {"repo_path": TEXT, "name": TEXT}),
    ("git_checkout", "Switches branches", {"repo_path": TEXT, "branch_name": TEXT}),
    ("git_show", "Shows the contents of a commit", {"repo_path": TEXT, "revision": TEXT}),
    ("git_branch", "List Git branches", {"repo_path": TEXT}),
)
CLOCK = make_server(
    "time",
    ("get_current_time", "Get current time in a specific timezone", {"timezone": TEXT}, {}, READS),
    (
        "convert_time",
        "Convert time between timezones",
        {"source_timezone": TEXT, "time": TEXT, "target_timezone": TEXT},
        {},
        READS,
    ),
)
SPREADSHEET = make_server(
    "gsheets",
    ("list_spreadsheets", "List all spreadsheets in the Drive folder.", {}, {}, READS),
    ("list_sheets", "List all sheets of a spreadsheet.", {"spreadsheet_id": TEXT}, {}, READS),
    ("get_sheet_data", "Get data from a sheet.", {"spreadsheet_id": TEXT, "sheet": TEXT}, {"range": TEXT}, READS),
    ("create_spreadsheet", "Create a new Google Spreadsheet.", {"title": TEXT}),
    ("create_sheet", "Create a new sheet tab in a spreadsheet.", {"spreadsheet_id": TEXT, "title": TEXT}),
    ("update_cells", "Update cells of a sheet.", {"spreadsheet_id": TEXT, "sheet": TEXT, "range": TEXT, "data": GRID}),
    ("append_rows", "Append rows to a sheet.", {"spreadsheet_id": TEXT, "sheet": TEXT, "rows": GRID}),
    ("delete_rows", "Delete rows of a sheet.", {"spreadsheet_id": TEXT, "sheet": TEXT, "start": NUMBER}, {}, DESTROYS),
    ("clear_range", "Clear the values of a range.", {"spreadsheet_id": TEXT, "range": TEXT}, {}, DESTROYS),
    ("rename_sheet", "Rename a sheet.", {"spreadsheet_id": TEXT, "sheet": TEXT, "new_name": TEXT}),
    ("share_spreadsheet", "Share a spreadsheet with users by email.", {"spreadsheet_id": TEXT, "recipients": TEXTS}),
)
CALENDAR = make_server(
    "calendar",
    ("list_events", "List upcoming calendar events.", {}, {"from_time": TIME, "to_time": TIME}, READS),
    ("get_event", "Get one calendar event.", {"event_id": TEXT}, {}, READS),
    ("find_free_slots", "Find free time slots of attendees.", {"attendees": TEXTS}, {}, READS),
    ("create_event", "Create a calendar event.", {"title": TEXT, "start": TIME, "end": TIME}),
    ("update_event", "Edit an existing calendar event.", {"event_id": TEXT}, {"title": TEXT}),
    ("delete_event", "Delete a calendar event.", {"event_id": TEXT}, {}, DESTROYS),
    ("list_rooms", "List meeting rooms.", {}, {}, READS),
    ("book_room", "Book a meeting room.", {"room": TEXT, "start": TIME, "end": TIME}),
    ("cancel_booking", "Cancel a room booking.", {"booking_id": TEXT}),
    ("respond_to_invite", "Accept or decline an invitation.", {"event_id": TEXT, "response": TEXT}),
)
CRM = make_server(
    "crm",
    ("search_contacts", "Search contacts in the CRM.", {"query": TEXT}, {}, READS),
    ("get_contact", "Retrieve a contact by id.", {"contact_id": TEXT}, {}, READS),
    ("create_contact", "Create a contact.", {"email": TEXT, "name": TEXT}),
    ("update_contact", "Change properties of a contact.", {"contact_id": TEXT, "properties": {"type": "object"}}),
    ("delete_contact", "Delete a contact.", {"contact_id": TEXT}, {}, DESTROYS),
    ("get_company", "Retrieve a company by id.", {"company_id": TEXT}, {}, READS),
    ("list_companies", "List companies.", {}, {"limit": NUMBER}, READS),
    ("merge_companies", "Merge two companies.", {"primary_id": TEXT, "secondary_id": TEXT}),
    ("list_deals", "List sales deals.", {}, {"stage": TEXT}, READS),
    ("create_deal", "Create a deal.", {"name": TEXT, "amount": {"type": "number"}}),
    ("update_deal_stage", "Move a deal to another stage.", {"deal_id": TEXT, "stage": TEXT}),
    ("log_call", "Log a phone call on a contact.", {"contact_id": TEXT, "notes": TEXT}),
    ("assign_owner", "Assign an owner to a record.", {"record_id": TEXT, "user": TEXT, "comment": TEXT}),
    ("send_email", "Send an email from the CRM.", {"to": TEXT, "subject": TEXT, "body": TEXT}),
)
FILES = make_server(
    "filesystem",
    ("read_file", "Read the complete contents of a file.", {"path": TEXT}, {}, READS),
    ("list_directory", "Get a listing of all files and directories in a path.", {"path": TEXT}, {}, READS),
    ("directory_tree", "Get a recursive tree view of files and directories.", {"path": TEXT}, {}, READS),
    ("search_files", "Recursively search for files and directories.", {"path": TEXT, "pattern": TEXT}, {}, READS),
    ("get_file_info", "Retrieve metadata about a file or directory.", {"path": TEXT}, {}, READS),
    ("list_allowed_directories", "Returns the directories that this server may access.", {}, {}, READS),
    ("write_file", "Create a new file or overwrite an existing file.", {"path": TEXT, "content": TEXT}, {}, DESTROYS),
    ("edit_file", "Make line-based edits to a text file.", {"path": TEXT, "edits": {"type": "array"}}, {}, DESTROYS),
    ("create_directory", "Create a new directory.", {"path": TEXT}),
    ("move_file", "Move or rename files and directories.", {"source": TEXT, "destination": TEXT}, {}, DESTROYS),
    ("delete_file", "Delete a file.", {"path": TEXT}, {}, DESTROYS),
)
SHOP = make_server(
    "shop",
    ("list_orders", "List orders of the shop.", {}, {"limit": NUMBER}),
    ("get_order", "Get an order with its lines.", {"order_id": TEXT}),
    ("refund_order", "Refund an order to the customer.", {"order_id": TEXT, "amount": {"type": "number"}}),
    ("cancel_order", "Cancel an order.", {"order_id": TEXT}),
    ("list_invoices", "List invoices.", {}),
    ("send_invoice", "Send an invoice to the customer.", {"invoice_id": TEXT}),
    ("void_invoice", "Void an invoice.", {"invoice_id": TEXT}),
    ("list_products", "List products.", {}),
    ("update_product_price", "Change the price of a product.", {"product_id": TEXT, "price": {"type": "number"}}),
    ("get_inventory", "Show the inventory of all products.", {}),
    ("adjust_inventory", "Adjust the inventory of a product.", {"product_id": TEXT, "delta": NUMBER}),
    ("cleanup_products", "Removes products that are out of stock.", {}),
)
CLUSTER = make_server(
    "cluster",
    ("list_pods", "List the pods of a namespace.", {}, {"namespace": TEXT}),
    ("get_pod_logs", "Return the logs of a pod.", {"pod": TEXT}),
    ("delete_pod", "Delete a pod.", {"pod": TEXT}),
    ("list_deployments", "List deployments.", {}),
    ("restart_deployment", "Restart a deployment.", {"deployment": TEXT}),
    ("scale_deployment", "Scale a deployment to a number of replicas.", {"deployment": TEXT, "replicas": NUMBER}),
    ("rollback_deployment", "Roll a deployment back to its previous revision.", {"deployment": TEXT}),
    ("drain_node", "Evict everything from a node.", {"node": TEXT}),
)
BOARD = make_server(
    "board",
    ("tasks_list", "List the tasks of a project.", {}, {"project": TEXT}),
    ("tasks_create", "Create a task.", {"title": TEXT}),
    ("tasks_complete", "Mark a task as done.", {"task_id": TEXT}),
    ("tasks_remove", "Remove a task from the board.", {"task_id": TEXT}),
    ("projects_list", "List projects.", {}),
    ("projects_archive", "Archive a project.", {"project_id": TEXT}),
    ("notes_create", "Create a note.", {"text": TEXT}),
    ("notes_search", "Search notes.", {"query": TEXT}),
    ("notes_wipe", "Erase every note.", {}),
)
SERVERS = {
    tools[0].server: tools for tools in (TICKETS, GIT, CLOCK, SPREADSHEET, CALENDAR, CRM, FILES, SHOP, CLUSTER, BOARD)
}
BESIDE = ("helpdesk", "git", "time", "gsheets", "calendar", "crm", "filesystem")
"""Connected beside the bundled tools when it is tried that they change nothing."""
